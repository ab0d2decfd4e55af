// A note on what the last step changed, shown until the next step or on another screen.
import { computed, signal } from "@preact/signals";
import { undoable } from "../../state/lessons/lessons";
import { route } from "../../state/route";
import { openName, study } from "../../state/session";

interface Note {
  sentence: string;
  /** Which way leads back. */
  back: "undo" | "redo";
}

/** How many steps are done where: it is another moment once this is something else. */
const moment = computed(() => `${openName.value} ${study.value?.id} ${undoable.value.last} ${route.value.screen} ${route.value.parts[0]}`);
const last = signal<(Note & { at: string }) | null>(null);

/** The note, as long as nothing was done or undone since. */
export const note = computed<Note | null>(() => (last.value?.at === moment.value ? last.value : null));

/** Tell what the step that was done just now did. */
export function tell(sentence: string, back: Note["back"]): void {
  last.value = { sentence, back, at: moment.peek() };
}

export function putAway(): void {
  last.value = null;
}
