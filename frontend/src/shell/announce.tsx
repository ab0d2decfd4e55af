// What happened, for those who do not see it: one polite live region for the whole app.
import { signal } from "@preact/signals";

const said = signal("");

/** Say a sentence; the same one twice is heard twice. */
export function announce(sentence: string): void {
  said.value = said.peek() === sentence ? `${sentence}\u00a0` : sentence;
}

export function Announcements() {
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {said}
    </div>
  );
}
