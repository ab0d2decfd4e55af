// The passages highlighted in the document on the screen, and the one that is being highlighted.
import { computed, signal } from "@preact/signals";
import { draftsOf, dispatch, step, taught } from "../../state/lessons/lessons";
import { project } from "../../state/session";
import type { Span } from "../../state/lessons/log";
import { OffsetMap } from "../../text/offsets";
import type { Range } from "../../text/words";
import { row } from "../queue/batch";

/** The passage that is being highlighted by keys or by tapping: from the anchor's word to the head's. */
export interface Pending extends Range {
  anchor: Range;
  by: "keys" | "touch";
}

export const pending = signal<Pending | null>(null);

/** Whether it is more than the word that the keys stand on. */
export function isPassage({ start, end, anchor, by }: Pending): boolean {
  return by === "touch" || start !== anchor.start || end !== anchor.end;
}

export const offsets = computed(() => new OffsetMap(row.value?.text ?? ""));
export const label = computed(() => (row.value ? taught.value.counted.label(row.value.id) : null));

export interface Passage extends Range {
  /** The id of the lesson; null while the document has no label and the passage waits for one. */
  id: string | null;
}

/** The passages highlighted for a class, in units of the text; while the document has no label, those that wait for one. */
export function passagesFor(name: string | null): Passage[] {
  const document = row.value;
  const { counted } = taught.value;
  if (!document) return [];
  const units = (start: number, end: number) => ({ start: offsets.value.toUnits(start), end: offsets.value.toUnits(end) });
  if (name === null || label.value === null) return draftsOf(document.id).map(([start, end]) => ({ ...units(start, end), id: null }));
  return counted.rationales(document.id, name).map(({ id, start, end }) => ({ ...units(start, end), id }));
}

/** The passages highlighted for the label that the document has now. */
export const passages = computed<Passage[]>(() => passagesFor(label.value));

/** Highlight passages for a class, the label if none is named, as one step; answers those that were not highlighted already. */
export function highlight(ranges: Range[], name = label.peek()): Range[] {
  const document = row.peek();
  const there = passagesFor(name);
  const fresh = ranges.filter(({ start, end }) => !there.some((each) => each.start === start && each.end === end));
  if (!document || !project.peek() || !fresh.length) return [];
  const spans = fresh.map(({ start, end }): Span => [offsets.peek().toPoints(start), offsets.peek().toPoints(end)]);
  if (name !== null && label.peek() !== null) {
    dispatch(...spans.map(([start, end]) => ({ kind: "rationale" as const, document: document.id, class: name, start, end })));
  } else {
    const before = draftsOf(document.id);
    const after = [...before, ...spans].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    step([], { document: document.id, before, after });
  }
  return fresh;
}

/** Highlight a passage no longer. */
export function unhighlight(passage: Passage): void {
  const document = row.peek();
  if (!document) return;
  if (passage.id !== null) {
    dispatch({ kind: "retract", lesson: passage.id });
    return;
  }
  const before = draftsOf(document.id);
  const from = offsets.peek().toPoints(passage.start);
  const to = offsets.peek().toPoints(passage.end);
  step([], { document: document.id, before, after: before.filter(([start, end]) => start !== from || end !== to) });
}

/** The highlighted passage at a place of the text, the shortest of several. */
export function passageAt(unit: number): Passage | null {
  const here = passages.peek().filter(({ start, end }) => start <= unit && unit < end);
  return here.sort((a, b) => a.end - a.start - (b.end - b.start))[0] ?? null;
}
