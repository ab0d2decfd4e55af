// Words that are typed: what is no single word is said at the box, before anything is sent.
import { effect, signal } from "@preact/signals";
import type { Entry } from "../../state/lessons/entries";
import { announce } from "../../shell/announce";
import { refusals, taught } from "../../state/lessons/lessons";
import { openName } from "../../state/session";
import { toggleWord } from "../lessons/actions";
import { writtenAs } from "./lexicon";

/** Reasons the last word that was typed for a class was not taken, by class. */
const untaken = signal<Record<string, string>>({});
const typed = new Set<string>();

const PLAIN = /^[\p{L}\p{M}\p{N}]+$/u;
const keyOf = (term: string, name: string) => `${name}\n${term}`;

/** Another project has words of its own. */
export function followTyping(): void {
  effect(() => {
    void openName.value;
    untaken.value = {};
    typed.clear();
  });
}

/** Whether an entry is a word that was typed into a box, of one class or of any: what is wrong with it is said there. */
export function isTyped(entry: Entry, name?: string): boolean {
  return entry.kind === "word" && typed.has(keyOf(entry.term, entry.class)) && (name === undefined || entry.class === name);
}

/** What is to be said at the box of a class: what the page or the server did not take. */
export function refusedFor(name: string): string {
  return untaken.value[name] ?? refusals.value.findLast(({ entry }) => isTyped(entry, name))?.why ?? "";
}

/** Somebody types on: what was said has been read. */
export function forgetRefused(name: string): void {
  if (!refusedFor(name)) return;
  const { [name]: _, ...others } = untaken.peek();
  untaken.value = others;
  refusals.value = refusals.peek().filter(({ entry }) => !isTyped(entry, name));
}

/** Teach a typed word, a plain one at once, anything else once the server has said how it is written; answers whether it was taken. */
export async function typeWord(text: string, name: string): Promise<boolean> {
  const term = text.toLowerCase();
  if (PLAIN.test(term)) {
    void writtenAs(text);
    return teach(term, name);
  }
  const answer = await writtenAs(text);
  if (answer?.term) return teach(answer.term, name);
  if (answer) return refuse(name, answer.why);
  return teach(term, name); // nobody to ask: the server will say what it thinks of it
}

function teach(term: string, name: string): true {
  typed.add(keyOf(term, name));
  if (taught.peek().counted.word(term, name) === null) toggleWord(term, [name]);
  return true;
}

function refuse(name: string, why: string): false {
  untaken.value = { ...untaken.peek(), [name]: why };
  announce(why);
  return false;
}
