// What happened, for those who do not see it: a polite live region for what the person did, another for what comes by itself.
import { type Signal, signal } from "@preact/signals";

const done = signal("");
const came = signal("");

/** Say what the person did; the same sentence twice is heard twice. */
export function announce(sentence: string): void {
  say(done, sentence);
}

/** Say what came by itself, such as a model: that never takes the place of what the person did. */
export function mention(sentence: string): void {
  say(came, sentence);
}

function say(region: Signal<string>, sentence: string): void {
  region.value = region.peek() === sentence ? `${sentence}\u00a0` : sentence;
}

export function Announcements() {
  return (
    <div class="visually-hidden">
      <div role="status" aria-live="polite">
        {done}
      </div>
      <div role="status" aria-live="polite">
        {came}
      </div>
    </div>
  );
}
