// What was taught here and is not in the server's numbers yet, so that they follow an answer at once.
import type { LessonCounts } from "../../api/schema";

/** How many lessons of each kind count. */
export type Tally = Pick<LessonCounts, "labels" | "words" | "rationales" | "skips">;

export const NOTHING: Tally = { labels: 0, words: 0, rationales: 0, skips: 0 };

export function plus(one: Tally, other: Tally, times = 1): Tally {
  const sum = (kind: keyof Tally) => one[kind] + times * other[kind];
  return { labels: sum("labels"), words: sum("words"), rationales: sum("rationales"), skips: sum("skips") };
}

/** What each entry changed, until the server tells numbers of a record that has it. */
export class Ahead {
  private readonly changes = new Map<string, { change: Tally; position: number }>();

  add(id: string, change: Tally): void {
    this.changes.set(id, { change, position: Number.POSITIVE_INFINITY });
  }

  /** The server has these entries, at these places of its record. */
  kept(ids: string[], positions: readonly number[]): void {
    for (const [at, id] of ids.entries()) {
      const known = this.changes.get(id);
      if (known) known.position = positions[at] ?? 0;
    }
  }

  /** The server's numbers are those of its record up to here. */
  told(position: number): void {
    for (const [id, known] of this.changes) if (known.position <= position) this.changes.delete(id);
  }

  /** The server refused an entry. */
  remove(id: string): void {
    this.changes.delete(id);
  }

  total(): Tally {
    return [...this.changes.values()].reduce((sum, { change }) => plus(sum, change), NOTHING);
  }
}
