// A step as a sentence, so that undo and redo can say what they did.
import type { Entry } from "../../state/lessons/entries";
import { counted, listed } from "../../numbers";
import { taught } from "../../state/lessons/lessons";
import type { Span, Step } from "../../state/lessons/log";
import { say } from "../../strings";
import { OffsetMap } from "../../text/offsets";
import { rows } from "../queue/batch";

/** What a step did; of several entries of a kind, how many, unless one sentence says them all. */
export function stepSentence(step: Pick<Step, "lines" | "drafts">): string {
  const { drafts } = step;
  const entries = step.lines.map(({ entry }) => entry);
  const first = entries[0];
  if (!first) return drafts ? passageSentence(drafts.document, changed(drafts.before, drafts.after)) : say.kinds.rationale;
  const alike = entries.filter(({ kind }) => kind === first.kind);
  const isList = first.kind === "word" && alike.some((entry) => "term" in entry && entry.term !== first.term);
  if (first.kind === "word" && !isList) return say.steps.word(first.term, listed(alike.flatMap((entry) => ("class" in entry ? (entry.class ?? []) : []))));
  return alike.length > 1 ? counted(alike.length, say.kinds[first.kind]) : entrySentence(first);
}

function entrySentence(entry: Entry): string {
  switch (entry.kind) {
    case "word":
      return say.steps.word(entry.term, entry.class);
    case "not_a_reason":
      return say.steps.noReason(entry.term, entry.class);
    case "exclude":
      return say.steps.exclude(entry.class, entry.document);
    case "label":
    case "adjudicate":
      return say.steps.label(say.kinds[entry.kind], entry.class, entry.document);
    case "rationale":
      return passageSentence(entry.document, [entry.start, entry.end]);
    case "distinction":
      return say.steps.distinction(entry.term, entry.document);
    case "describe":
      return say.steps.describe(entry.class);
    case "retract": {
      const taken = taught.peek().counted.entry(entry.lesson);
      return taken ? say.steps.removal(entrySentence(taken)) : say.kinds.retract;
    }
    default:
      return say.steps.of(say.kinds[entry.kind], entry.document);
  }
}

/** The passage that one list has and the other has not. */
function changed(before: Span[], after: Span[]): Span | undefined {
  const [more, fewer] = after.length > before.length ? [after, before] : [before, after];
  return more.find(([start, end]) => !fewer.some((other) => other[0] === start && other[1] === end));
}

/** A rationale, by its words where the document is at hand. */
function passageSentence(document: string, span: Span | undefined): string {
  const text = rows.peek().find(({ id }) => id === document)?.text;
  if (text === undefined || !span) return say.steps.of(say.kinds.rationale, document);
  const map = new OffsetMap(text);
  return say.steps.rationale(text.slice(map.toUnits(span[0]), map.toUnits(span[1])));
}
