// A study as the paper ran it: a clock, no scores, an end by itself.
import { effect, signal } from "@preact/signals";
import { announce } from "../../shell/announce";
import { study } from "../../state/session";
import { say } from "../../strings";
import { askForStudy } from "../queue/batch";

/** Whether a trial has just ended, and its thanks are on the screen. */
export const studyEnded = signal(false);

/** A trial begins with a batch of its own, and puts the thanks for the last one away; after one that was stopped comes the project's. */
export function followStudy(): void {
  effect(() => {
    if (study.value) studyEnded.value = false;
    if (!studyEnded.peek()) askForStudy();
  });
}

/** The time is up. */
export function endStudy(): void {
  studyEnded.value = true;
  study.value = null;
  announce(say.done.study);
}

/** Back from the thanks to the project. */
export function leaveStudy(): void {
  studyEnded.value = false;
  askForStudy();
}
