// The queue of lessons on their way to the server: kept before the screen moves, sent once, in order.
import { Refused } from "../../api/client";
import type { Entry } from "../../api/types";
import type { KeyValueStore } from "../storage";

export type Sending = "saved" | "saving" | "offline" | "signed out" | "stuck";

export interface Post {
  /** Bring entries to the server; rejects with `Refused`. */
  send(entries: Entry[]): Promise<void>;
  /** Wait before trying again; ends early when there is reason to hope. */
  pause(milliseconds: number): Promise<void>;
  /** How it goes; `why` is the server's sentence where it said one. */
  tell(state: Sending, unsent: number, why: string): void;
  /** An entry was refused and taken out. */
  refused(entry: Entry, why: string): void;
}

const BATCH = 50;
const LONGEST_PAUSE = 15_000;

interface Next {
  most: number;
  tries: number;
}

/** One key an entry, so that two tabs that write at the same moment lose nothing. */
export class Sender {
  private last = 0;
  private readonly unkept = new Map<string, Entry>(); // what the browser had no room for
  private running = false;
  private drained = Promise.resolve();

  constructor(
    private readonly store: KeyValueStore,
    private readonly prefix: string,
    private readonly post: Post,
    private readonly now: () => number = Date.now,
  ) {}

  append(entries: Entry[]): void {
    for (const entry of entries) {
      this.last = Math.max(this.now() * 1000, this.last + 1);
      const key = `${this.prefix}${String(this.last).padStart(17, "0")}-${entry.id.slice(0, 8)}`;
      if (!this.store.set(key, JSON.stringify(entry))) this.unkept.set(key, entry);
    }
  }

  private keys(): string[] {
    return [...this.store.keys(this.prefix), ...this.unkept.keys()].sort();
  }

  private entry(key: string): Entry | null {
    const kept = this.store.get(key);
    return kept === null ? (this.unkept.get(key) ?? null) : (JSON.parse(kept) as Entry);
  }

  unsent(): Entry[] {
    return this.keys().flatMap((key) => this.entry(key) ?? []);
  }

  get size(): number {
    return this.keys().length;
  }

  private remove(keys: string[]): void {
    for (const key of keys) {
      this.store.remove(key);
      this.unkept.delete(key);
    }
  }

  /** Send until nothing is left or the server wants something of the person first. */
  drain(): Promise<void> {
    if (!this.running) this.drained = this.sendAll();
    return this.drained;
  }

  private async sendAll(): Promise<void> {
    this.running = true;
    try {
      let next: Next | null = { most: BATCH, tries: 0 };
      while (next) next = await this.sendSome(next.most, next.tries);
    } finally {
      this.running = false; // at once, so that what is appended next is drained anew
    }
  }

  /** Send the first entries; answers how to go on, or null to stop. */
  private async sendSome(most: number, tries: number): Promise<Next | null> {
    const keys = this.keys().slice(0, most);
    const batch = keys.flatMap((key) => this.entry(key) ?? []);
    if (!batch.length) return this.stop("saved", "");
    if (!tries) this.post.tell("saving", this.size, "");
    try {
      await this.post.send(batch);
      this.remove(keys);
      return { most: BATCH, tries: 0 };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (passing(error)) {
        this.post.tell("offline", this.size, error.message);
        await this.post.pause(Math.min(500 * 2 ** tries, LONGEST_PAUSE));
        return { most, tries: tries + 1 };
      }
      if (error.status === 401) return this.stop("signed out", error.message);
      const at = refusedAt(error, batch);
      if (at === null && (error.status === 403 || error.status === 404)) return this.stop("stuck", error.message);
      if (at === null && batch.length > 1) return { most: 1, tries: 0 };
      this.takeOut(keys, batch, at ?? 0, error.message);
      return { most, tries: 0 };
    }
  }

  private stop(state: Sending, why: string): null {
    this.post.tell(state, this.size, why);
    return null;
  }

  /** The refused entry goes, and with it what would take it back. */
  private takeOut(keys: string[], batch: Entry[], at: number, why: string): void {
    const entry = batch[at];
    if (!entry) return;
    this.remove(keys.slice(at, at + 1));
    this.post.refused(entry, why);
    for (const key of this.keys()) {
      const other = this.entry(key);
      if (other?.kind === "retract" && other.lesson === entry.id) this.remove([key]);
    }
  }
}

function passing(error: Refused): boolean {
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

function refusedAt(error: Refused, batch: Entry[]): number | null {
  const byId = batch.findIndex((entry) => entry.id === error.detail["id"]);
  if (byId >= 0) return byId;
  const index = error.detail["index"];
  return typeof index === "number" && index < batch.length ? index : null;
}
