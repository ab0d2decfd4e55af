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
  const { picture } = taught.value;
  const id = lastAnswered.value;
  const said = id === null ? null : picture.answer(id);
  const alike = rows.value.find((row) => row.id === id)?.alike.filter((other) => picture.answer(other) === null) ?? [];
  return said && alike.length ? { said, alike } : null;
});

/** Say the same of the near-duplicates, as one step. */
export function answerNearDuplicates(): void {
  const now = offer.peek();
  if (!now) return;
  const { said, alike } = now;
  step(alike.map((document) => (said.kind === "label" ? { kind: "label", document, class: said.class } : { kind: "skip", document })));
  announce(say.done.alike(alike.length));
}
