// What can be done on Teach: each is one step of undo, written down before the screen moves.
import type { TellingTerm } from "../../api/schema";
import { announce } from "../../shell/announce";
import { cap } from "../../shell/keys";
import { dispatch, draftsOf, redo, step, taught, undo } from "../../state/lessons/lessons";
import { route } from "../../state/route";
import { entriesOf, type Step } from "../../state/lessons/log";
import { project } from "../../state/session";
import type { Lesson } from "../../state/lessons/entries";
import { say } from "../../strings";
import type { Range } from "../../text/words";
import { lastAnswered } from "./near_duplicates";
import { goOn, lookAt, meant, place, row, rows } from "../queue/batch";
import { highlight, isPassage, label, passageAt, passagesFor, pending, unhighlight } from "../document/passages";
import { tell } from "./step_note";
import { isTooSoon, stayOn } from "./second_answer";
import { disagrees, wasSure } from "../guess/guess_state";
import { noteSurprise } from "../guess/surprises";
import { stepSentence } from "./step_sentence";

/** Say the class of the document on the screen, then go on; stays where the model was sure of something else. */
export function answer(name: string, stay = false): void {
  const document = meant();
  if (!document) return;
  const { counted } = taught.peek();
  const here = document === row.peek();
  const before = counted.label(document.id);
  if (before !== null && before !== name && isTooSoon(document.id)) {
    announce(say.done.tooSoon(before, cap("escape")));
    return;
  }
  const passages = here ? highlightFramed(name) : "";
  if (before !== name) {
    const lessons: Lesson[] = [{ kind: "label", document: document.id, class: name }];
    const last = counted.answer(document.id);
    if (last && last.kind !== "label") lessons.push({ kind: "retract", lesson: last.id }); // a label replaces only a label
    if (before === null) {
      for (const [start, end] of draftsOf(document.id)) lessons.push({ kind: "rationale", document: document.id, class: name, start, end });
    }
    step(lessons);
    lastAnswered.value = document.id;
    if (before !== null) tell(say.done.changed(before, name), "undo");
  }
  const differs = here && before !== name && disagrees(document, name);
  const stop = differs && wasSure(document);
  if (differs && !stop && !stay && !document.check) noteSurprise(document);
  stayOn(stop && !stay ? document.id : null);
  if (here && !stay && !stop) goOn();
  const done = before === null || before === name ? say.done.labelled(name) : say.done.changed(before, name);
  announce(`${passages}${done} ${stop ? say.done.differs(document.guess?.class ?? "") : where()}`);
}

/** Highlight the passage that is framed for the class that is chosen now; answers what to say of it. */
function highlightFramed(name: string): string {
  const framed = pending.peek();
  pending.value = null;
  const passages = framed && isPassage(framed) ? highlight([framed], name) : [];
  return passages.length ? `${highlighted(passages, name)} ` : "";
}

/** Where the queue is now, for those who do not see it. */
function where(): string {
  return row.peek() ? say.text.of(place.peek() + 1, rows.peek().length) : say.done.batch;
}

export function skip(): void {
  const document = meant();
  if (!document) return;
  const last = taught.peek().counted.answer(document.id);
  if (last?.kind !== "skip") {
    const lessons: Lesson[] = [{ kind: "skip", document: document.id }];
    if (last) lessons.push({ kind: "retract", lesson: last.id });
    step(lessons);
    lastAnswered.value = document.id;
  }
  if (document === row.peek()) goOn();
  announce(`${say.done.skipped} ${where()}`);
}

/** Accept the guess that is shown. */
export function accept(): void {
  const document = meant();
  const open = document && taught.peek().counted.label(document.id) === null;
  if (open && document.guess && project.peek()?.settings.guess === "before") answer(document.guess.class);
  else if (label.peek() !== null) goOn();
}

export function flag(note: string): void {
  const document = row.peek();
  if (!document) return;
  dispatch({ kind: "flag", document: document.id, note });
  announce(say.done.flagged);
}

export function unflag(): void {
  const flags = taught.peek().counted.flags(row.peek()?.id ?? "");
  if (flags.length) dispatch(...flags.map(({ id }) => ({ kind: "retract" as const, lesson: id })));
}

/** Say that a word speaks for classes, or take it back where it does for all of them. */
export function toggleWord(term: string, names: string[]): void {
  const { counted } = taught.peek();
  const has = names.map((name) => counted.word(term, name));
  if (has.every((id) => id !== null)) {
    dispatch(...has.map((id) => ({ kind: "retract" as const, lesson: id ?? "" })));
    announce(say.done.unworded(term));
  } else {
    const rejected = [null, ...names].map((name) => counted.notAReason(term, name)).filter((id) => id !== null);
    dispatch(
      ...names.filter((_, at) => has[at] === null).map((name) => ({ kind: "word" as const, term, class: name })),
      ...rejected.map((id) => ({ kind: "retract" as const, lesson: id })),
    );
    announce(say.done.worded([term], names));
  }
}

/** Say that words of a list speak for a class: one step, and one undo. */
export function teachWords(terms: string[], name: string): void {
  const { counted } = taught.peek();
  const rejected = terms.flatMap((term) => [null, name].map((of) => counted.notAReason(term, of)).filter((id) => id !== null));
  dispatch(...terms.map((term) => ({ kind: "word" as const, term, class: name })), ...rejected.map((id) => ({ kind: "retract" as const, lesson: id })));
  announce(say.done.worded(terms, [name]));
}

/** Say that a word of the explanation is no reason, once, with the way back; answers whether that is new. */
export function rejectReason(term: string): boolean {
  if (taught.peek().counted.notAReason(term) !== null) return false;
  toggleNotAReason(term);
  tell(say.done.noReason(term, null), "undo");
  return true;
}

/** Say that a word is no reason for a class, or for any (null), or take that back. */
export function toggleNotAReason(term: string, name: string | null = null): void {
  const { counted } = taught.peek();
  const rejection = counted.notAReason(term, name);
  if (rejection !== null) {
    dispatch({ kind: "retract", lesson: rejection });
    announce(say.done.reasonAgain(term, name));
  } else {
    const spoken = name === null ? (project.peek()?.classes ?? []) : [name];
    const words = spoken.map((each) => counted.word(term, each)).filter((id) => id !== null);
    dispatch({ kind: "not_a_reason", term, class: name }, ...words.map((id) => ({ kind: "retract" as const, lesson: id })));
    announce(say.done.noReason(term, name));
  }
}

/** Highlight passages, as one step. */
export function keepPassages(ranges: Range[]): void {
  const passages = highlight(ranges);
  announce(passages.length ? highlighted(passages) : say.done.highlightedAlready);
}

function highlighted(passages: Range[], name = label.peek()): string {
  const text = passages.map(({ start, end }) => row.peek()?.text.slice(start, end) ?? "").join(" … ");
  return say.done.highlighted(text, passagesFor(name).length);
}

export const keepPassage = (range: Range): void => keepPassages([range]);

export function dropPassageAt(unit: number): void {
  const here = passageAt(unit);
  if (!here) {
    announce(say.done.nothingHighlighted);
    return;
  }
  unhighlight(here);
  announce(say.done.unhighlighted);
}

/** Say what tells the document from the similar one: that ends the question. */
export function distinguish(versus: string, { term, present }: Pick<TellingTerm, "term" | "present">): void {
  const document = row.peek();
  const name = label.peek();
  if (!document || name === null) return;
  dispatch({ kind: "distinction", document: document.id, class: name, versus, term, present });
  tellStep(say.done.distinguished(term, present), "undo");
  goOn();
}

export function undoLast(): void {
  goBack(undo(), say.done.nothingToUndo, say.done.undone, "redo");
}

export function redoLast(): void {
  goBack(redo(), say.done.nothingToRedo, say.done.redone, "undo");
}

function goBack(done: Step | null, none: string, told: (what: string) => string, back: "undo" | "redo"): void {
  if (!done) {
    announce(none);
    return;
  }
  tellStep(told(stepSentence(done)), back);
  void follow(done);
}

/** Say on the screen, and to those who do not see it, what was done, with the way back. */
function tellStep(sentence: string, back: "undo" | "redo"): void {
  tell(sentence, back);
  announce(sentence);
}

/** On Teach, go back to where the step was done; the other screens show it where it is. */
async function follow(done: Step): Promise<void> {
  if (route.peek().screen !== "teach") return;
  const ids = new Set(entriesOf(done).flatMap((entry) => ("document" in entry ? entry.document : [])));
  const [document] = ids.size ? ids : [done.drafts?.document];
  const several = ids.size > 1; // near-duplicates, answered from the screen that is still there
  if (document !== undefined && !several && document !== row.peek()?.id) await lookAt(document).catch(() => {});
}
