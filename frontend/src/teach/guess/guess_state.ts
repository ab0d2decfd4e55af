// What the strip under the text knows: the guess, its explanation, what it would say without its words, the similar document.
import { computed, effect, signal } from "@preact/signals";
import { call, query, within } from "../../api/client";
import type { Comparison, ExplainedDocument, Guess } from "../../api/schema";
import { taught } from "../../state/lessons/lessons";
import { route } from "../../state/route";
import { openName, project, study } from "../../state/session";
import { modelOf, questions, type Row, row } from "../queue/batch";
import { label } from "../document/passages";

/** Whether the words of the explanation are faded out, as if they were not there. */
export const without = signal(false);

const explanations = signal<Record<string, ExplainedDocument>>({});
const comparisons = signal<Record<string, Comparison>>({});
const asked = new Set<string>();

const SURE = 0.6; // a probability from which on a wrong guess is worth stopping for: it is right as often as it says

/** Whether the model was sure of what it said of a document; what measures it is not argued about, as it teaches nothing. */
export function wasSure({ guess, check }: Row): boolean {
  return guess !== null && !check && (guess.probabilities[guess.class] ?? 0) >= SURE;
}

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

export const stripOpen = computed(() => guessShown.value && label.value !== null && guess.value?.class !== label.value);

export const explanation = computed(() => explanations.value[keyOf(row.value)] ?? null);
export const comparison = computed(() => comparisons.value[`${keyOf(row.value)} ${label.value}`] ?? null);

/** What the card says, all of one model: its explanation's once that is here, which may be a newer one's if the server forgot. */
export const guess = computed<Guess | null>(() => explanation.value ?? row.value?.guess ?? null);

function keyOf(document: Row | null): string {
  return `${questions.value?.batch ?? ""} ${document?.id ?? ""}`;
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
        (stop) => call<ExplainedDocument>("GET", within(name, "documents", document.id, "explanation") + query({ most: 3, model: modelOf(document) }), undefined, stop),
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
      (stop) => call<Comparison>("GET", within(name, "documents", document.id, "compare") + query({ class: chosen, model: explanation.peek()?.model ?? modelOf(document) }), undefined, stop),
      (answer) => { comparisons.value = { ...comparisons.peek(), [key]: answer }; },
    );
  });
}

/** Fade the words of the explanation out, or back in; the bar then shows what the model says without them. */
export function toggleWithout(): void {
  if (explanation.peek()?.without && guessShown.peek()) without.value = !without.peek();
}

/** The feature that was said to tell the document from a similar one. */
export const distinction = computed(() => (row.value ? taught.value.counted.distinctions(row.value.id).at(-1) : null));
