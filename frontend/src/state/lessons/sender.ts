// Sending the log to the server: what waits, once, in order.
import { Refused } from "../../api/client";
import type { Entry } from "./entries";
import type { LessonLog } from "./log";

export type Sending = "saved" | "saving" | "offline" | "signed out" | "stuck" | "file changed";

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

export class Sender {
  private running = false;

  constructor(
    private readonly log: LessonLog,
    private readonly post: Post,
  ) {}

  /** Send until nothing is left or the server wants something of the person first; while that is under way, nothing more is to do. */
  async drain(): Promise<void> {
    if (this.running) return;
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
    const batch = this.log.unsent().slice(0, most);
    if (!batch.length) return this.stop("saved", "");
    if (!tries) this.tell("saving", "");
    try {
      await this.post.send(batch);
      this.log.confirm(batch);
      return { most: BATCH, tries: 0 };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (isPassing(error)) {
        this.tell(error.kind === "FileChanged" ? "file changed" : "offline", error.message);
        await this.post.pause(Math.min(500 * 2 ** tries, LONGEST_PAUSE));
        return { most, tries: tries + 1 };
      }
      if (error.status === 401) return this.stop("signed out", error.message);
      const entry = refusedEntry(error, batch);
      if (!entry && (error.status === 403 || error.status === 404)) return this.stop("stuck", error.message);
      if (!entry && batch.length > 1) return { most: 1, tries: 0 };
      this.takeOut(entry ?? batch[0], error.message);
      return { most, tries: 0 };
    }
  }

  private tell(state: Sending, why: string): void {
    this.post.tell(state, this.log.unsent().length, why);
  }

  private stop(state: Sending, why: string): null {
    this.tell(state, why);
    return null;
  }

  private takeOut(entry: Entry | undefined, why: string): void {
    if (!entry) return;
    this.log.refuse(entry.id);
    this.post.refused(entry, why);
  }
}

/** Whether it may go another time; until then nobody here knows whether the server has what was sent. */
export function isPassing(error: Refused): boolean {
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

function refusedEntry(error: Refused, batch: Entry[]): Entry | undefined {
  const index = error.detail.index;
  return batch.find((entry) => entry.id === error.detail.id) ?? (typeof index === "number" ? batch[index] : undefined);
}
