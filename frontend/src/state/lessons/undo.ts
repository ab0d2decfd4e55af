// Undo and redo over the record: nothing is deleted, a step is taken back by retractions and restored by theirs.
import type { Entry } from "../../api/types";
import type { Lesson } from "./entries";

export type Span = [start: number, end: number];

/** One act of the person: its entries, and the passages marked before the document had a label. */
export interface Step {
  entries: Entry[];
  /** Passages marked in a document that has no label yet; they are lessons once it gets one. */
  drafts?: { document: string; before: Span[]; after: Span[] };
}

interface Undone {
  step: Step;
  by: Entry[];
}

interface Kept {
  done: Step[];
  undone: Undone[];
  count: number;
}

const MOST = 200;

export class UndoStack {
  private done: Step[];
  private undone: Undone[];
  /** How many steps were ever done and not taken back. */
  count: number;

  constructor(kept: Partial<Kept> | null = null) {
    this.done = kept?.done ?? [];
    this.undone = kept?.undone ?? [];
    this.count = kept?.count ?? this.done.length;
  }

  toJSON(): Kept {
    return { done: this.done, undone: this.undone, count: this.count };
  }

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  push(step: Step): void {
    this.done = [...this.done, step].slice(-MOST);
    this.undone = [];
    this.count++;
  }

  /** Take the last step back; `write` makes the retractions that do it into entries. */
  undo(write: (lessons: Lesson[]) => Entry[]): Step | null {
    const step = this.done.at(-1);
    if (!step) return null;
    this.done = this.done.slice(0, -1);
    this.count--;
    this.undone = [...this.undone, { step, by: write(retractions(step.entries)) }];
    return step;
  }

  /** Restore what was taken back last, by taking the retractions back. */
  redo(write: (lessons: Lesson[]) => Entry[]): Step | null {
    const last = this.undone.at(-1);
    if (!last) return null;
    this.undone = this.undone.slice(0, -1);
    write(retractions(last.by));
    this.done = [...this.done, last.step];
    this.count++;
    return last.step;
  }

  /** The entries of what was taken back, with what took it back: a picture without them could not restore them. */
  *entriesUndone(): Generator<Entry> {
    for (const { step, by } of this.undone) yield* [...step.entries, ...by];
  }

  /** Forget an entry that the server refused: there is nothing to take back. */
  forget(id: string): void {
    const without = (step: Step) => ({ ...step, entries: step.entries.filter((entry) => entry.id !== id) });
    const means = (step: Step) => step.entries.length > 0 || step.drafts !== undefined;
    this.done = this.done.map(without).filter(means);
    this.undone = this.undone
      .map(({ step, by }) => ({ step: without(step), by: by.filter((entry) => entry.id !== id) }))
      .filter(({ step }) => means(step));
  }
}

function retractions(entries: Entry[]): Lesson[] {
  return entries.map(({ id }) => ({ kind: "retract" as const, lesson: id })).reverse();
}
