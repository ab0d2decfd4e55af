// The last answer, offered for the near-duplicates of its document too.
import { computed, signal } from "@preact/signals";
import { announce } from "../../shell/announce";
import { step, taught } from "../../state/lessons/lessons";
import { say } from "../../strings";
import { rows } from "../queue/batch";

/** The document that was answered last. */
export const lastAnswered = signal<string | null>(null);

/** What was said of it, and its near-duplicates that the person has not answered. */
export const offer = computed(() => {
  const { counted } = taught.value;
  const id = lastAnswered.value;
  const answer = id === null ? null : counted.answer(id);
  const alike = rows.value.find((row) => row.id === id)?.alike.filter((other) => counted.answer(other) === null) ?? [];
  return answer && alike.length ? { answer, alike } : null;
});

/** Say the same of the near-duplicates, as one step. */
export function answerNearDuplicates(): void {
  const open = offer.peek();
  if (!open) return;
  const { answer, alike } = open;
  step(alike.map((document) => (answer.kind === "skip" ? { kind: "skip", document } : { kind: "label", document, class: answer.class })));
  announce(say.done.alike(alike.length));
}
