// What can be done on Teach: each is one step of undo, written down before the screen moves.
import type { Feature } from "../api/types";
import { counted } from "../numbers";
import { announce } from "../shell/announce";
import { dispatch, draftsOf, redo, step, taught, undo } from "../state/outbox";
import { route } from "../state/route";
import type { Step } from "../state/undo";
import { project } from "../state/session";
import type { Lesson } from "../state/entries";
import { say } from "../strings";
import type { Range } from "../text/words";
import { lastAnswered } from "./alike";
import { goOn, lookAt, meant, place, row, rows } from "./batch";
import { label, mark, passageAt, passages, pending, unmark } from "./marked";
import { closeStrip, disagrees, stripClosed } from "./strip_state";

/** Say the class of the document on the screen, then go on; stays where the model would have said something else. */
export function answer(name: string, stay = false): void {
  const document = meant();
  if (!document) return;
  const { picture } = taught.peek();
  const before = picture.label(document.id);
  pending.value = null;
  if (before !== name) {
    const lessons: Lesson[] = [{ kind: "label", document: document.id, class: name }];
    const said = picture.answer(document.id);
    if (said?.kind === "skip") lessons.push({ kind: "retract", lesson: said.id });
    if (before === null) {
      for (const [start, end] of draftsOf(document.id)) lessons.push({ kind: "rationale", document: document.id, class: name, start, end });
    }
    step(lessons);
    stripClosed.value = null;
    lastAnswered.value = document.id;
  }
  const here = document === row.peek();
  const stop = here && before !== name && disagrees(document, name);
  if (here && !stay && !stop) goOn();
  announce(`${say.done.labelled(name)} ${stop ? say.done.differs(document.guess?.class ?? "") : where()}`);
}

/** Where the queue is now, for those who do not see it. */
function where(): string {
  return row.peek() ? say.text.of(place.peek() + 1, rows.peek().length) : say.done.batch;
}

export function skip(): void {
  const document = meant();
  if (!document) return;
  const said = taught.peek().picture.answer(document.id);
  if (said?.kind !== "skip") {
    const lessons: Lesson[] = [{ kind: "skip", document: document.id }];
    if (said) lessons.push({ kind: "retract", lesson: said.id });
    step(lessons);
    lastAnswered.value = document.id;
  }
  if (document === row.peek()) goOn();
  announce(`${say.done.skipped} ${where()}`);
}

/** Accept the guess that is shown. */
export function accept(): void {
  const document = meant();
  const open = document && taught.peek().picture.label(document.id) === null;
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
  const said = row.peek() && taught.peek().picture.flag(row.peek()?.id ?? "");
  if (said) dispatch({ kind: "retract", lesson: said.id });
}

/** Say that a word speaks for classes, or take it back where it does for all of them. */
export function toggleWord(term: string, names: string[]): void {
  const { picture } = taught.peek();
  const has = names.map((name) => picture.word(term, name));
  if (has.every((id) => id !== null)) {
    dispatch(...has.map((id) => ({ kind: "retract" as const, lesson: id ?? "" })));
    announce(say.done.unworded(term));
  } else {
    const rejected = [null, ...names].map((name) => picture.notAReason(term, name)).filter((id) => id !== null);
    dispatch(
      ...names.filter((_, at) => has[at] === null).map((name) => ({ kind: "word" as const, term, class: name })),
      ...rejected.map((id) => ({ kind: "retract" as const, lesson: id })),
    );
    announce(say.done.worded(term, names));
  }
}

/** Say that a word is no reason for a class, or for any (null), or take that back. */
export function toggleNotAReason(term: string, name: string | null = null): void {
  const { picture } = taught.peek();
  const said = picture.notAReason(term, name);
  if (said !== null) {
    dispatch({ kind: "retract", lesson: said });
    announce(say.done.reasonAgain(term, name));
  } else {
    const spoken = name === null ? (project.peek()?.classes ?? []) : [name];
    const words = spoken.map((each) => picture.word(term, each)).filter((id) => id !== null);
    dispatch({ kind: "not_a_reason", term, class: name }, ...words.map((id) => ({ kind: "retract" as const, lesson: id })));
    announce(say.done.noReason(term, name));
  }
}

/** Mark passages, as one step. */
export function keepPassages(ranges: Range[]): void {
  const kept = mark(ranges);
  const count = passages.peek().length;
  const text = kept.map(({ start, end }) => row.peek()?.text.slice(start, end) ?? "").join(" … ");
  announce(kept.length ? say.done.highlighted(text, count) : say.done.highlightedAlready);
}

export const keepPassage = (range: Range): void => keepPassages([range]);

export function dropPassageAt(unit: number): void {
  const here = passageAt(unit);
  if (!here) return announce(say.done.noHighlight);
  unmark(here);
  announce(say.done.unhighlighted);
}

/** Say what tells the document from the similar one: that ends the question. */
export function distinguish(versus: string, { term, present }: Pick<Feature, "term" | "present">): void {
  const document = row.peek();
  const name = label.peek();
  if (!document || name === null) return;
  dispatch({ kind: "distinction", document: document.id, class: name, versus, term, present });
  announce(say.done.distinguished(term));
  leaveStrip();
}

/** Go on from the strip's question; the label counts all the same. */
export function leaveStrip(): void {
  closeStrip();
  goOn();
}

export function undoLast(): void {
  const undone = undo();
  announce(undone ? say.done.undone(told(undone)) : say.done.nothingToUndo);
  if (undone) void follow(undone);
}

export function redoLast(): void {
  const redone = redo();
  announce(redone ? say.done.redone(told(redone)) : say.done.nothingToRedo);
  if (redone) void follow(redone);
}

function told({ entries }: Step): string {
  const kind = entries[0]?.kind ?? "rationale";
  const several = entries.filter((entry) => entry.kind === kind).length;
  return several > 1 ? counted(several, say.kinds[kind]) : say.kinds[kind];
}

/** On Teach, go back to where the step was done; the other screens show it where it is. */
async function follow(done: Step): Promise<void> {
  if (route.peek().screen !== "teach") return;
  const ids = new Set(done.entries.flatMap((entry) => ("document" in entry ? entry.document : [])));
  const [document] = ids.size ? ids : [done.drafts?.document];
  const several = ids.size > 1; // near-duplicates, answered from the screen that is still there
  if (document !== undefined && !several && document !== row.peek()?.id) await lookAt(document).catch(() => {});
}
