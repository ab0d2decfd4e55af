// The passages marked in the document on the screen, and the one that is being marked.
import { computed, signal } from "@preact/signals";
import { draftsOf, dispatch, step, taught } from "../state/outbox";
import { project } from "../state/session";
import type { Span } from "../state/undo";
import { OffsetMap } from "../text/offsets";
import type { Range } from "../text/words";
import { row } from "./batch";

/** The passage that is being marked by keys or by tapping: from the anchor's word to the head's. */
export interface Pending extends Range {
  anchor: Range;
  by: "keys" | "touch";
}

export const pending = signal<Pending | null>(null);

export const offsets = computed(() => new OffsetMap(row.value?.text ?? ""));
export const label = computed(() => (row.value ? taught.value.picture.label(row.value.id) : null));

export interface Passage extends Range {
  /** The id of the lesson; null while the document has no label and the passage waits for one. */
  id: string | null;
}

/** The passages marked for the label that the document has now, in units of the text. */
export const passages = computed<Passage[]>(() => {
  const document = row.value;
  const { picture } = taught.value;
  if (!document) return [];
  const units = (start: number, end: number) => ({ start: offsets.value.toUnits(start), end: offsets.value.toUnits(end) });
  if (label.value === null) return draftsOf(document.id).map(([start, end]) => ({ ...units(start, end), id: null }));
  return picture.highlights(document.id, label.value).map(({ id, start, end }) => ({ ...units(start, end), id }));
});

/** Mark passages, as one step; answers those that were not marked already. */
export function mark(ranges: Range[]): Range[] {
  const document = row.peek();
  const fresh = ranges.filter(({ start, end }) => !passages.peek().some((each) => each.start === start && each.end === end));
  if (!document || !project.peek() || !fresh.length) return [];
  const spans = fresh.map(({ start, end }): Span => [offsets.peek().toPoints(start), offsets.peek().toPoints(end)]);
  const name = label.peek();
  if (name !== null) {
    dispatch(...spans.map(([start, end]) => ({ kind: "rationale" as const, document: document.id, class: name, start, end })));
  } else {
    const before = draftsOf(document.id);
    const after = [...before, ...spans].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    step([], { document: document.id, before, after });
  }
  return fresh;
}

/** Take a mark away. */
export function unmark(passage: Passage): void {
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

/** The marked passage at a place of the text, the shortest of several. */
export function passageAt(unit: number): Passage | null {
  const here = passages.peek().filter(({ start, end }) => start <= unit && unit < end);
  return here.sort((a, b) => a.end - a.start - (b.end - b.start))[0] ?? null;
}
