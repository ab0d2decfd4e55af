// Which classes have a column of words, and what stands in it.
import { computed, signal } from "@preact/signals";
import type { AskedWord } from "../api/types";
import { taught } from "../state/outbox";
import { project } from "../state/session";
import { questions, row } from "./batch";
import { label } from "./marked";
import { guessShown } from "./strip_state";

const ALL_UP_TO = 4;
const AT_ONCE = 2;

/** Classes that the person put beside the others, the last first. */
export const chosenClasses = signal<string[]>([]);

const isKnown = computed(() => taught.value.known);
const names = computed(() => project.value?.classes.join("\n"));

/** The classes, those that need words most first; as it was when the questions came, so that no column moves under a hand. */
const neediest = computed<string[]>(() => {
  const all = names.value?.split("\n") ?? [];
  const needs = new Set(questions.value?.cold?.needs);
  const { picture } = isKnown.value ? taught.peek() : { picture: null };
  return mostWanted(all, needs, (name) => picture?.wordsOf(name).length ?? 0);
});

/** Classes without a label or a word first, then those with the fewest words. */
export function mostWanted(all: string[], needs: ReadonlySet<string>, words: (name: string) => number): string[] {
  return [...all].sort((a, b) => Number(needs.has(b)) - Number(needs.has(a)) || words(a) - words(b));
}

/** The classes whose columns are shown: all of a few; of many the chosen ones, the label, what the model thinks likely, what needs words. */
export const shownClasses = computed<string[]>(() => {
  const all = project.value?.classes ?? [];
  if (all.length <= ALL_UP_TO) return all;
  const guess = guessShown.value ? row.value?.guess : null;
  const likely = Object.entries(guess?.probabilities ?? {}).sort((a, b) => b[1] - a[1]).map(([name]) => name);
  const wanted = [...chosenClasses.value, ...(label.value ? [label.value] : []), ...likely, ...neediest.value];
  const known = new Set(all);
  return [...new Set(wanted)].filter((name) => known.has(name)).slice(0, AT_ONCE);
});

export interface Column {
  name: string;
  asked: AskedWord[];
  said: { term: string; id: string }[];
  /** How many words the fullest of the other classes has, when this one is thin beside it. */
  others: number | null;
}

const FEW = 5;

/** Whether a column is thin: at least five words fewer than another, and less than half of it. */
export function thinBeside(mine: number, most: number): boolean {
  return most - mine >= FEW && mine * 2 < most;
}

export const columns = computed<Column[]>(() => {
  const { picture } = taught.value;
  const all = project.value?.classes ?? [];
  const most = Math.max(0, ...all.map((name) => picture.wordsOf(name).length));
  return shownClasses.value.map((name) => {
    const asked = questions.value?.words[name] ?? [];
    const here = new Set([...asked, ...(questions.value?.any ?? [])].map(({ term }) => term));
    const words = picture.wordsOf(name);
    return { name, asked, said: words.filter(({ term }) => !here.has(term)), others: thinBeside(words.length, most) ? most : null };
  });
});
