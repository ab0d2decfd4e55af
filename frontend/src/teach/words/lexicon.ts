// What the server knows of the words that were taught: which of them no document has, and which are colleagues'.
import { computed, effect, signal } from "@preact/signals";
import { call, query, within } from "../../api/client";
import type { TaughtWord, TypedTerm } from "../../api/schema";
import { route } from "../../state/route";
import { openName, project, study } from "../../state/session";
import { questions } from "../queue/batch";

type Line = Pick<TaughtWord, "term" | "class" | "by" | "documents">;

/** Words that no document has, as far as was asked. */
export const inNoDocument = signal<ReadonlySet<string>>(new Set());
/** The words that colleagues taught, by class, as it was when the questions came. */
export const colleagues = signal<ReadonlyMap<string, ReadonlySet<string>>>(new Map());

const asked = new Set<string>();
const isHere = computed(() => route.value.screen === "teach");
const batch = computed(() => questions.value?.batch ?? null);
const trial = computed(() => study.value?.id ?? null);
const hasWords = computed(() => (project.value?.counts.words ?? 0) > 0);

/** Words that were in no document, without those that are in one by now. */
export function stillNowhere(before: ReadonlySet<string>, lines: Line[]): Set<string> {
  const inDocuments = new Set(lines.filter(({ documents }) => documents > 0).map(({ term }) => term));
  return new Set([...before].filter((term) => !inDocuments.has(term)));
}

/** The words of one teacher that no model counts: in no document, or so common that none counts them. */
export function uncounted(lines: Line[], me: string): string[] {
  return [...new Set(lines.filter(({ documents, by }) => !documents && by.includes(me)).map(({ term }) => term))];
}

/** The words that others than one teacher taught, by class. */
export function taughtByOthers(lines: Line[], me: string): Map<string, Set<string>> {
  const words = new Map<string, Set<string>>();
  for (const { term, class: name, by } of lines) {
    if (name !== null && by.some((teacher) => teacher !== me)) words.set(name, (words.get(name) ?? new Set()).add(term));
  }
  return words;
}

/** How the server writes what was typed, and whether a document has it; null when it does not answer. */
export async function writtenAs(text: string): Promise<TypedTerm | null> {
  const open = openName.peek();
  if (open === null) return null;
  const answer = await call<TypedTerm>("GET", within(open, "terms") + query({ typed: text })).catch(() => null);
  if (answer?.term && !answer.found && open === openName.peek()) inNoDocument.value = new Set([...inNoDocument.peek(), answer.term]);
  return answer;
}

/** Take in what the server tells of the words. */
async function takeIn(lines: TaughtWord[], stop: AbortSignal): Promise<void> {
  const me = project.peek()?.teacher ?? "";
  const taught = lines.filter(({ strength }) => strength > 0);
  colleagues.value = taughtByOthers(taught, me);
  inNoDocument.value = stillNowhere(inNoDocument.peek(), taught);
  for (const term of uncounted(taught, me)) {
    if (asked.has(term) || stop.aborted) continue;
    asked.add(term);
    await writtenAs(term);
  }
}

/** Ask with every batch, on this screen; not in a trial, which shows nothing of before it. */
export function followLexicon(): void {
  effect(() => {
    void openName.value;
    void trial.value;
    inNoDocument.value = new Set();
    colleagues.value = new Map();
    asked.clear();
  });
  effect(() => {
    const open = openName.value;
    if (open === null || batch.value === null || !isHere.value || !hasWords.value || trial.value !== null) return;
    const stop = new AbortController();
    void call<TaughtWord[]>("GET", within(open, "words"), undefined, stop.signal).then(
      (lines) => takeIn(lines, stop.signal),
      () => {},
    );
    return () => stop.abort();
  });
}
