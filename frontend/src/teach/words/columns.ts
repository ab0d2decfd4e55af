// The words of each class, and which class is open.
import { computed, signal } from "@preact/signals";
import type { AskedTerm } from "../../api/schema";
import { taught } from "../../state/lessons/lessons";
import { project } from "../../state/session";
import { questions } from "../queue/batch";
import { colleagues } from "./lexicon";

/** The class whose words were opened by hand, for as long as the batch is there. */
const opened = signal<{ name: string; batch: string } | null>(null);

export function openClass(name: string): void {
  opened.value = { name, batch: questions.peek()?.batch ?? "" };
}

/** The class in whose box a word is being typed: whatever comes, it stays open. */
export const typedIn = signal<string | null>(null);

const isKnown = computed(() => taught.value.isKnown);
const names = computed(() => project.value?.classes.join("\n"));

/** The class that needs words most, as it was when the questions came: nothing opens under a hand. */
const neediest = computed<string | null>(() => {
  const all = (names.value?.split("\n") ?? []).filter((name) => name !== project.peek()?.rest);
  const cold = questions.value?.cold?.needs ?? [];
  const needs = new Set(cold.length ? cold : questions.value?.wordless);
  const { counted } = isKnown.value ? taught.peek() : { counted: null };
  const recalls = new Map(project.peek()?.quality?.classes.map(({ name, recall }) => [name, recall.value]));
  return mostWanted(all, needs, (name) => counted?.wordsOf(name).length ?? 0, (name) => recalls.get(name) ?? 0)[0] ?? null;
});

/** Classes without a label or a word first, then those of which least is found, then those with the fewest words. */
export function mostWanted(all: string[], needs: ReadonlySet<string>, words: (name: string) => number, found: (name: string) => number = () => 0): string[] {
  return [...all].sort((a, b) => Number(needs.has(b)) - Number(needs.has(a)) || found(a) - found(b) || words(a) - words(b));
}

/** The class whose words are asked now. */
export const openedClass = computed(() => {
  const chosen = opened.value;
  if (typedIn.value !== null && project.value?.classes.includes(typedIn.value)) return typedIn.value;
  const isThere = chosen !== null && chosen.batch === (questions.value?.batch ?? "") && project.value?.classes.includes(chosen.name);
  return isThere ? chosen.name : neediest.value;
});

export interface Column {
  name: string;
  asked: AskedTerm[];
  /** The words taught that stand nowhere else: those that are asked show it there while the class is open. */
  taught: string[];
  /** How many words are this teacher's own, and how many are colleagues'. */
  mine: number;
  theirs: number;
  /** Whether it is everything else, which needs none, and whether no word was said of it though it needs some. */
  isRest: boolean;
  isMissing: boolean;
}

export const columns = computed<Column[]>(() => {
  const { counted } = taught.value;
  return (project.value?.classes ?? []).map((name) => {
    const asked = questions.value?.words[name] ?? [];
    const here = new Set([...(openedClass.value === name ? asked : []), ...(questions.value?.any ?? [])].map(({ term }) => term));
    const words = counted.wordsOf(name);
    const theirs = colleagues.value.get(name)?.size ?? 0;
    return { name, asked, taught: words.filter((term) => !here.has(term)), mine: words.length, theirs, isRest: name === project.value?.rest, isMissing: questions.value?.wordless?.includes(name) ?? false };
  });
});
