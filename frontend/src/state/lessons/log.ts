// The one log of lessons in the browser: the steps of the person, each written down before the screen moves.
import type { Entry } from "./entries";
import { type KeyValueStore, read } from "../storage";
import { newId } from "./entries";

export type Span = [start: number, end: number];

/** An entry in the log, what it is about, and whether the server has it. */
export interface Line {
  entry: Entry;
  about: string;
  isSent: boolean;
}

/** Passages highlighted in a document that has no label yet; they become rationales once it gets one. */
export interface DraftChange {
  document: string;
  before: Span[];
  after: Span[];
}

/** One act of the person, which undo takes back as a whole. */
export interface Step {
  /** Ids sort by time. */
  id: string;
  /** The tab in which it was done: its undo is there. */
  tab: string;
  /** The trial of a study in which it was done. */
  trial: string | null;
  lines: Line[];
  /** The step that this one takes back: undo; where that is an undo, redo. */
  takesBack: string | null;
  drafts?: DraftChange;
}

export function entriesOf(step: Step): Entry[] {
  return step.lines.map(({ entry }) => entry);
}

/**
 * A step is stored under one key, so that two tabs that write at the same moment lose nothing. While the server has not all
 * of it, it is in the store that all tabs share, and any of them sends it; then in this tab's own, which a reload keeps.
 */
export class LessonLog {
  private readonly own = new Map<string, Step>(); // this tab's, by id; they are here even where the browser keeps nothing
  private readonly prefix: string;
  private last = 0;

  constructor(
    private readonly shared: KeyValueStore,
    private readonly tabs: KeyValueStore,
    prefix: string,
    private readonly tab: string,
    private readonly now: () => number = Date.now,
  ) {
    this.prefix = `${prefix}lessons/`;
    this.takeOver(`${prefix}out/`);
    const known = [...this.stored(tabs), ...this.stored(shared)].sort(byId);
    for (const step of known) if (step.tab === tab) this.own.set(step.id, step);
    this.last = Number.parseInt(known.at(-1)?.id ?? "0", 10); // the clock may have been put back
  }

  /** Take in what a former version of the page left unsent: an entry a key. */
  private takeOver(prefix: string): void {
    for (const key of this.shared.keys(prefix)) {
      const entry = read<Entry>(this.shared, key);
      if (!entry) continue;
      const step: Step = { id: key.slice(prefix.length), tab: "", trial: null, lines: [{ entry, about: entry.id, isSent: false }], takesBack: null };
      if (this.store(step)) this.shared.remove(key);
      else this.own.set(step.id, step);
    }
  }

  /** The steps in a store, without those that are here already. */
  private stored(store: KeyValueStore): Step[] {
    const keys = store.keys(this.prefix).filter((key) => !this.own.has(key.slice(this.prefix.length)));
    return keys.flatMap((key) => read<Step>(store, key) ?? []);
  }

  private isUnsent({ lines }: Step): boolean {
    return lines.some(({ isSent }) => !isSent);
  }

  /** Put a step where it belongs now; answers whether there was room for it. */
  private store(step: Step): boolean {
    const key = `${this.prefix}${step.id}`;
    if (this.isUnsent(step)) return this.shared.set(key, JSON.stringify(step));
    const hasRoom = step.tab !== this.tab || this.tabs.set(key, JSON.stringify(step));
    this.shared.remove(key);
    return hasRoom;
  }

  append(step: Pick<Step, "trial" | "lines" | "takesBack" | "drafts">): Step {
    this.last = Math.max(this.now() * 1000, this.last + 1);
    const id = `${String(this.last).padStart(17, "0")}-${newId().slice(0, 8)}`;
    const written: Step = { id, tab: this.tab, ...step };
    this.own.set(id, written);
    this.store(written);
    return written;
  }

  /** The steps of this tab in a trial, or outside of any, the oldest first. */
  steps(trial: string | null): Step[] {
    return [...this.own.values()].filter((step) => step.trial === trial);
  }

  /** Everything that the server has not confirmed, of all tabs, the oldest first. */
  private unsentSteps(): Step[] {
    return [...[...this.own.values()].filter((step) => this.isUnsent(step)), ...this.stored(this.shared)].sort(byId);
  }

  unsent(): Entry[] {
    return this.unsentSteps().flatMap(({ lines }) => lines.filter(({ isSent }) => !isSent).map(({ entry }) => entry));
  }

  /** The server has these entries. */
  confirm(entries: Entry[]): void {
    const ids = new Set(entries.map(({ id }) => id));
    for (const step of this.unsentSteps()) {
      const sent = step.lines.filter(({ entry, isSent }) => !isSent && ids.has(entry.id));
      for (const line of sent) line.isSent = true;
      if (sent.length) this.store(step);
    }
  }

  /** Another tab sent a step, or the person emptied the store: this tab keeps its own. Answers the ids of its entries. */
  confirmStored(key: string): string[] {
    const step = this.own.get(key.slice(this.prefix.length));
    if (!step || this.shared.get(key) !== null) return [];
    this.confirm(entriesOf(step));
    return entriesOf(step).map(({ id }) => id);
  }

  /** The server refused an entry: it goes, and with it what would take it back. */
  refuse(id: string): void {
    const isGone = ({ entry, isSent }: Line) => entry.id === id || (!isSent && entry.kind === "retract" && entry.lesson === id);
    for (const step of this.unsentSteps()) {
      if (!step.lines.some(isGone)) continue;
      step.lines = step.lines.filter((line) => !isGone(line));
      if (step.lines.length || step.drafts) this.store(step);
      else this.drop(step);
    }
  }

  private drop({ id }: Step): void {
    this.own.delete(id);
    this.shared.remove(`${this.prefix}${id}`);
    this.tabs.remove(`${this.prefix}${id}`);
  }

  /** Forget the oldest steps that are sent; the newest stay. */
  trim(trial: string | null, most: number): void {
    for (const step of this.steps(trial).slice(0, -most)) if (!this.isUnsent(step)) this.drop(step);
  }

  /** Whether a key of the shared store belongs to this log. */
  owns(key: string): boolean {
    return key.startsWith(this.prefix);
  }
}

function byId(one: Step, other: Step): number {
  return one.id < other.id ? -1 : Number(one.id > other.id);
}
