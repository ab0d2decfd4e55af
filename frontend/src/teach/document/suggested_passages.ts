// Passages that the model would highlight: shown once the document has its label, never before.
import { computed, effect, signal } from "@preact/signals";
import { call, query, within } from "../../api/client";
import { openName, study } from "../../state/session";
import type { Range } from "../../text/words";
import { keepPassages } from "../lessons/actions";
import { modelOf, questions, row } from "../queue/batch";
import { label, offsets, passages } from "./passages";

interface Suggested {
  spans: { start: number; end: number; score: number }[];
}

const suggested = signal<{ key: string; spans: Suggested["spans"] }>({ key: "", spans: [] });
const keyOf = () => `${row.value?.id ?? ""} ${label.value ?? ""}`;

/** The suggested passages that are not highlighted yet, in units of the text. */
export const suggestions = computed<Range[]>(() => {
  if (!row.value?.highlight || suggested.value.key !== keyOf()) return [];
  const spans = suggested.value.spans.map(({ start, end }) => ({ start: offsets.value.toUnits(start), end: offsets.value.toUnits(end) }));
  return spans.filter((span) => !passages.value.some((kept) => kept.start < span.end && kept.end > span.start));
});

/** Keep them all, as one step. */
export function keepSuggestions(): void {
  keepPassages(suggestions.peek());
}

/** Ask for suggestions where highlights are asked for, until the document has left the screen. */
export function followSuggestions(): void {
  effect(() => {
    const document = row.value;
    const open = openName.value;
    const name = label.value;
    const key = keyOf();
    if (!document?.highlight || open === null || !questions.value?.model || name === null || study.value || suggested.peek().key === key) return;
    const path = within(open, "documents", document.id, "highlights") + query({ class: name, model: modelOf(document) });
    const stop = new AbortController();
    void call<Suggested>("GET", path, undefined, stop.signal).then(
      ({ spans }) => { suggested.value = { key, spans: spans.slice(0, 3) }; },
      () => {},
    );
    return () => stop.abort();
  });
}
