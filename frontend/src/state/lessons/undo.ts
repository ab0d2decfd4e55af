// What may be undone and restored: a view of the steps. Nothing is deleted; a step is taken back by retractions, and restored by theirs.
import type { Lesson } from "./entries";
import { entriesOf, type Step } from "./log";

export interface Undone {
  step: Step;
  /** The step that took it back. */
  by: Step;
}

export interface UndoView {
  /** The steps that stand, the last of which is undone next. */
  done: Step[];
  /** The steps taken back since, the last of which is restored next. */
  undone: Undone[];
}

/** A new step ends what could be restored. */
export function undoView(steps: Step[]): UndoView {
  const done: Step[] = [];
  let undone: Undone[] = [];
  for (const step of steps) {
    const [lastDone, lastUndone] = [done.at(-1), undone.at(-1)];
    if (step.takesBack === null) {
      done.push(step);
      undone = [];
    } else if (lastDone?.id === step.takesBack) {
      done.pop();
      undone.push({ step: lastDone, by: step });
    } else if (lastUndone?.by.id === step.takesBack) {
      undone.pop();
      done.push(lastUndone.step);
    }
  }
  return { done, undone };
}

/** The lessons that take a step back. */
export function retractionsOf(step: Step): Lesson[] {
  return entriesOf(step)
    .map(({ id }) => ({ kind: "retract" as const, lesson: id }))
    .reverse();
}
