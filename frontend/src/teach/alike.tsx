// The last answer, offered for the near-duplicates of its document too.
import { computed, signal } from "@preact/signals";
import { announce } from "../shell/announce";
import { KeyCap } from "../shell/key_cap";
import { step, taught } from "../state/outbox";
import { say } from "../strings";
import { rows } from "./batch";

/** The document that was answered last. */
export const lastAnswered = signal<string | null>(null);

/** What was said of it, and its near-duplicates that nobody has been asked about. */
const offer = computed(() => {
  const { picture } = taught.value;
  const id = lastAnswered.value;
  const said = id === null ? null : picture.answer(id);
  const alike = rows.value.find((row) => row.id === id)?.alike.filter((other) => picture.answer(other) === null) ?? [];
  return said && alike.length ? { said, alike } : null;
});

/** Say the same of the near-duplicates, as one step. */
export function sameForAlike(): void {
  const now = offer.peek();
  if (!now) return;
  const { said, alike } = now;
  step(alike.map((document) => (said.kind === "label" ? { kind: "label", document, class: said.class } : { kind: "skip", document })));
  announce(say.alike.done(alike.length));
}

export function Alike() {
  const now = offer.value;
  if (!now) return null;
  return (
    <div class="offer" role="group" aria-label={say.alike.title}>
      <button type="button" class="button" onClick={sameForAlike}>
        <KeyCap id="alike" of="a" /> {say.alike.same(now.said.kind === "label" ? now.said.class : say.queue.skipped, now.alike.length)}
      </button>
      <button type="button" class="button quiet" aria-label={say.alike.no} onClick={() => (lastAnswered.value = null)}>
        ×
      </button>
    </div>
  );
}
