// Which classes have a column of words, and what stands in it.
import { computed, signal } from "@preact/signals";
import type { AskedTerm } from "../../api/schema";
import { taught } from "../../state/lessons/lessons";
import { project } from "../../state/session";
import { questions, row } from "../queue/batch";
import { colleagues } from "./lexicon";
import { label } from "../document/passages";
import { guessShown } from "../guess/guess_state";

const ALL_UP_TO = 4;
const AT_ONCE = 2;

/** Classes that the person put beside the others, the last first. */
export const chosenClasses = signal<string[]>([]);
/** The column in which a word is being typed: whatever comes, it stays where it is. */
export const typedIn = signal<{ name: string; at: number } | null>(null);

const isKnown = computed(() => taught.value.isKnown);
const names = computed(() => project.value?.classes.join("\n"));

/** The classes, those that need words most first; as it was when the questions came, so that no column moves under a hand. */
const neediest = computed<string[]>(() => {
  const all = names.value?.split("\n") ?? [];
  const needs = new Set(questions.value?.cold?.needs);
  const { counted } = isKnown.value ? taught.peek() : { counted: null };
  return mostWanted(all, needs, (name) => counted?.wordsOf(name).length ?? 0);
});

/** Classes without a label or a word first, then those with the fewest words. */
export function mostWanted(all: string[], needs: ReadonlySet<string>, words: (name: string) => number): string[] {
  return [...all].sort((a, b) => Number(needs.has(b)) - Number(needs.has(a)) || words(a) - words(b));
}

/** A few classes in their order, but those of which no word was said first, and everything else last. */
export function wordlessFirst(all: string[], wordless: readonly string[], rest: string | null): string[] {
  const rank = (name: string) => (wordless.includes(name) ? 0 : name === rest ? 2 : 1);
  return [...all].sort((a, b) => rank(a) - rank(b));
}

/** The classes whose columns are shown: all of a few; of many the chosen ones, the label, what the model thinks likely, what needs words. */
export const shownClasses = computed<string[]>(() => {
  const all = project.value?.classes ?? [];
  const rest = project.value?.rest ?? null;
  const wordless = questions.value?.wordless ?? [];
  if (all.length <= ALL_UP_TO) return holding(typedIn.value, wordlessFirst(all, wordless, rest));
  const guess = guessShown.value ? row.value?.guess : null;
  const likely = Object.entries(guess?.probabilities ?? {}).sort((a, b) => b[1] - a[1]).map(([name]) => name);
  const most = neediest.value.filter((name) => name !== rest);
  const first = most.find((name) => wordless.includes(name));
  const wanted = [...chosenClasses.value, ...(first ? [first] : []), ...(label.value ? [label.value] : []), ...likely, ...most];
  const known = new Set(all);
  return holding(typedIn.value, [...new Set(wanted)].filter((name) => known.has(name))).slice(0, AT_ONCE);
});

/** Names in their order, but for one that keeps its place. */
export function holding(held: { name: string; at: number } | null, names: string[]): string[] {
  return held && names.includes(held.name) ? names.filter((name) => name !== held.name).toSpliced(held.at, 0, held.name) : names;
}

export interface Column {
  name: string;
  asked: AskedTerm[];
  /** The words taught that are not among those asked. */
  taught: string[];
  /** How many words are this teacher's own, and how many are colleagues'. */
  mine: number;
  theirs: number;
  /** Whether it is everything else, and whether it comes first because no word was said of it. */
  isRest: boolean;
  isFirst: boolean;
}

export const columns = computed<Column[]>(() => {
  const { counted } = taught.value;
  return shownClasses.value.map((name) => {
    const asked = questions.value?.words[name] ?? [];
    const here = new Set([...asked, ...(questions.value?.any ?? [])].map(({ term }) => term));
    const words = counted.wordsOf(name);
    const theirs = colleagues.value.get(name)?.size ?? 0;
    return { name, asked, taught: words.filter((term) => !here.has(term)), mine: words.length, theirs, isRest: name === project.value?.rest, isFirst: questions.value?.wordless?.includes(name) ?? false };
  });
});
