// What the strip under the text knows: the guess, its explanation, what it would say without its words, the similar document.
import { computed, effect, signal } from "@preact/signals";
import { call, query, within } from "../../api/client";
import type { Comparison, ExplainedDocument, Guess } from "../../api/schema";
import { taught } from "../../state/lessons/lessons";
import { route } from "../../state/route";
import { openName, project, study } from "../../state/session";
import { questions, type Row, row } from "../queue/batch";
import { label } from "../document/passages";

/** The document whose strip the person closed. */
export const stripClosed = signal<string | null>(null);
/** Whether the words of the explanation are faded out, as if they were not there. */
export const without = signal(false);

const explanations = signal<Record<string, ExplainedDocument>>({});
const comparisons = signal<Record<string, Comparison>>({});
const flipped = signal<Record<string, Guess>>({});
const asked = new Set<string>();

/** Whether the model would have said something else than the person. */
export function disagrees(document: Row, name: string): boolean {
  return project.peek()?.settings.guess !== "never" && document.guess !== null && document.guess.class !== name && !study.peek();
}

/** Whether the guess is shown now: before the answer, after it, or never. */
export const guessShown = computed(() => {
  const open = project.value;
  if (!open || !row.value?.guess || study.value || open.settings.guess === "never") return false;
  return open.settings.guess === "before" || label.value !== null;
});

export const stripOpen = computed(() => guessShown.value && label.value !== null && row.value?.guess?.class !== label.value && stripClosed.value !== row.value?.id);

export const explanation = computed(() => explanations.value[keyOf(row.value)] ?? null);
export const comparison = computed(() => comparisons.value[`${keyOf(row.value)} ${label.value}`] ?? null);
export const guessWithout = computed(() => flipped.value[keyOf(row.value)] ?? null);

function keyOf(document: Row | null): string {
  return `${questions.value?.batch ?? ""} ${document?.id ?? ""}`;
}

export function closeStrip(): void {
  stripClosed.value = row.peek()?.id ?? null;
  without.value = false;
}

/** Ask once for what a key stands for; answers how to let go of it. What was let go of, or failed, may be asked again. */
function once<T>(key: string, work: (stop: AbortSignal) => Promise<T>, keep: (answer: T) => void): () => void {
  if (asked.has(key)) return () => {};
  asked.add(key);
  const stop = new AbortController();
  const forget = () => !stop.signal.aborted && asked.delete(key);
  let isHere = false;
  work(stop.signal).then((answer) => {
    isHere = true;
    keep(answer);
  }, forget);
  return () => {
    if (isHere) return;
    forget();
    stop.abort();
  };
}

/** Whether the model's guesses are ever shown, and this is where. */
const guesses = computed(() => {
  const isHere = route.value.screen === "teach";
  return isHere && project.value !== null && project.value.settings.guess !== "never" && !study.value;
});

/**
 * Fetch what the strip will show before it is shown. A browser has few connections to a server, and lessons need one: what
 * is still being worked out for a document that has left the screen is let go of.
 */
export function followStrip(): void {
  effect(() => {
    const document = row.value;
    const name = openName.value;
    without.value = false;
    if (!document?.guess || name === null || !guesses.value) return;
    const key = keyOf(document);
    let letGo = () => {};
    const ask = () => {
      letGo = once(
        key,
        (stop) => call<ExplainedDocument>("GET", within(name, "documents", document.id, "explanation") + query({ most: 3 }), undefined, stop),
        (answer) => { explanations.value = { ...explanations.peek(), [key]: answer }; },
      );
    };
    const waiting = setTimeout(ask, 60);
    return () => {
      clearTimeout(waiting);
      letGo();
    };
  });
  effect(() => {
    const document = row.value;
    const name = openName.value;
    const chosen = label.value;
    if (!stripOpen.value || !document || name === null || chosen === null) return;
    const key = `${keyOf(document)} ${chosen}`;
    return once(
      key,
      (stop) => call<Comparison>("GET", within(name, "documents", document.id, "compare") + query({ class: chosen }), undefined, stop),
      (answer) => { comparisons.value = { ...comparisons.peek(), [key]: answer }; },
    );
  });
}

/** Fade the words of the explanation out, or back in; the bar then shows what the model says without them. */
export function toggleWithout(): void {
  const document = row.peek();
  const name = project.peek()?.name;
  const why = explanation.peek();
  if (!document || name === undefined || !why?.spans.length || !guessShown.peek()) return;
  without.value = !without.peek();
  const key = keyOf(document);
  once(
    `try ${key}`,
    () => call<Guess>("POST", within(name, "documents", document.id, "try"), { remove: why.spans }),
    (answer) => { flipped.value = { ...flipped.peek(), [key]: answer }; },
  );
}

/** The feature that was said to tell the document from a similar one. */
export const distinction = computed(() => (row.value ? taught.value.counted.distinctions(row.value.id).at(-1) : null));
