// What was said since the questions on the screen were asked, so that the page can tell how much of it is new to them.
import type { Entry } from "../../api/types";

/** An entry of the record: what it is about, and the entry that it takes back, if that is what it does. */
export interface Said {
  id: string;
  about: string;
  takes: string | null;
}

export function saidBy(entry: Entry, about: string): Said {
  return { id: entry.id, about, takes: entry.kind === "retract" ? entry.lesson : null };
}

/**
 * How many things are new: what was said anew, and what was said before and is taken back now. What was both said and
 * taken back since is nothing new, and the last of several answers about the same thing is one. The oldest comes first.
 */
export function news(said: Said[]): number {
  const since = new Set(said.map(({ id }) => id));
  const gone = new Set<string>();
  const about = new Set<string>();
  for (const each of [...said].reverse()) {
    if (gone.has(each.id)) continue;
    if (each.takes !== null) gone.add(each.takes);
    if (each.takes === null || !since.has(each.takes)) about.add(each.about);
  }
  return about.size;
}

/** Without an entry that the server refused, and what would take it back. */
export function withoutRefused(said: Said[], id: string): Said[] {
  return said.filter((each) => each.id !== id && each.takes !== id);
}
