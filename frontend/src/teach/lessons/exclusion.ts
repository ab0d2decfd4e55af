// Saying what a document is not: for the next class that is pressed, or of the guess.
import { computed, signal } from "@preact/signals";
import { announce } from "../../shell/announce";
import { step, taught } from "../../state/lessons/lessons";
import { project } from "../../state/session";
import type { Lesson } from "../../state/lessons/entries";
import { say } from "../../strings";
import { answer } from "./actions";
import { meant, row } from "../queue/batch";
import { tell } from "./step_note";

const begun = signal<string | null>(null); // the document

/** Whether the next class that is pressed is one that the document is not. */
export const excluding = computed(() => begun.value !== null && begun.value === row.value?.id);

export function toggleExcluding(): void {
  const on = !excluding.peek();
  begun.value = on ? (row.peek()?.id ?? null) : null;
  if (row.peek()) announce(on ? say.exclude.which : say.exclude.left);
}

/** What pressing a class means now. */
export function chooseClass(name: string, stay = false): void {
  if (!excluding.peek()) answer(name, stay);
  else {
    begun.value = null;
    exclude(name);
  }
}

/** Say that the document on the screen is not of a class, or take that back; it stays to be answered. */
export function exclude(name: string): void {
  const document = meant();
  if (!document) return;
  const { counted } = taught.peek();
  const classes = project.peek()?.classes ?? [];
  const excluded = counted.exclusion(document.id, name);
  if (excluded !== null) {
    step([{ kind: "retract", lesson: excluded }]);
    announce(say.exclude.maybe(name));
    return;
  }
  if (classes.every((each) => each === name || counted.exclusion(document.id, each) !== null)) {
    announce(say.exclude.noneLeft(name));
    return;
  }
  const label = counted.label(document.id) === name ? counted.answer(document.id) : null;
  const lessons: Lesson[] = [{ kind: "exclude", document: document.id, class: name }];
  if (label) lessons.unshift({ kind: "retract", lesson: label.id }); // it cannot be both
  step(lessons);
  if (label) tell(say.exclude.no(name), "undo");
  announce(say.exclude.no(name));
}
