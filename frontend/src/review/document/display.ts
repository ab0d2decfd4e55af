// How a document is looked at: which reason is chosen, whether its words are faded, which words are tried away.
import type { DocumentDetails, ExplainedDocument } from "../../api/schema";
import { OffsetMap } from "../../text/offsets";
import { occurrences } from "../../text/places";
import type { Mark } from "../../text/segments";

/** A passage in code points: from, and up to but not including. */
type Span = ExplainedDocument["spans"][number];

export interface Display {
  /** The place of the chosen reason among the explanation's sets. */
  set: number;
  faded: boolean;
  trying: boolean;
  /** Words taken away, as they are written first in the text. */
  gone: string[];
}

export const PLAIN: Display = { set: 0, faded: false, trying: false, gone: [] };

/** The chosen reason: a set of words, or the words that come nearest to one. */
export function reasonOf(explanation: ExplainedDocument, display: Display): { words: string[]; spans: Span[]; to: string | null } {
  return explanation.sets[display.set] ?? { words: explanation.words, spans: explanation.spans, to: explanation.to };
}

/** Every place of the words that are taken away, in code points. */
export function goneSpans(text: string, gone: string[]): Span[] {
  const offsets = new OffsetMap(text);
  return gone
    .flatMap((term) => occurrences(text, term))
    .map(({ start, end }): Span => [offsets.toPoints(start), offsets.toPoints(end)])
    .sort(([one], [other]) => one - other);
}

/** Take a word away, or put it back, whatever its case. */
export function toggled(gone: string[], term: string): string[] {
  const same = (other: string) => other.toLowerCase() === term.toLowerCase();
  return gone.some(same) ? gone.filter((other) => !same(other)) : [...gone, term];
}

/** What is drawn in the text: the rationales of its label, the reason's words, and what is taken away. */
export function marksOf(document: DocumentDetails, label: string | null, explanation: ExplainedDocument | undefined, display: Display): Mark[] {
  const offsets = new OffsetMap(document.text);
  const mark = ([start, end]: Span, layer: string): Mark => ({ start: offsets.toUnits(start), end: offsets.toUnits(end), layer });
  const rationales = document.rationales.filter((each) => each.class === label).map(({ start, end }) => mark([start, end], "rationale"));
  const gone = display.gone.flatMap((term) => occurrences(document.text, term)).map((place) => ({ ...place, layer: "gone" }));
  if (!explanation) return [...rationales, ...gone];
  const layer = display.faded ? "gone" : "why";
  const reason =
    explanation.kind === "rule" // the server names the rule's words, not their places
      ? explanation.words.flatMap((term) => occurrences(document.text, term)).map((place) => ({ ...place, layer }))
      : reasonOf(explanation, display).spans.map((span) => mark(span, layer));
  return [...rationales, ...reason, ...gone];
}
