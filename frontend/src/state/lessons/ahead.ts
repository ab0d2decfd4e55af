// How many lessons count: the server's numbers and what was taught here since, so that they follow an answer at once.
import type { LessonCounts } from "../../api/schema";

/** How many lessons of each kind count. */
export type Tally = Pick<LessonCounts, "labels" | "words" | "rationales" | "skips">;

export const NOTHING: Tally = { labels: 0, words: 0, rationales: 0, skips: 0 };

export function plus(one: Tally, other: Tally, times = 1): Tally {
  const sum = (kind: keyof Tally) => one[kind] + times * other[kind];
  return { labels: sum("labels"), words: sum("words"), rationales: sum("rationales"), skips: sum("skips") };
}

/** The server's numbers, of its record up to a position. */
export interface Told {
  position: number;
  counts: Tally;
}

/**
 * The server's numbers, and what each entry changed that they do not have yet. While entries are under way, nobody here knows
 * whether numbers that come have them: such numbers wait until the server has said where the entries are in its record.
 */
export class Ahead {
  private readonly changes = new Map<string, { change: Tally; position: number }>();
  private readonly underWay = new Set<string>();
  private numbers: Told | null = null;
  private next: Told | null = null; // numbers that wait

  add(id: string, change: Tally): void {
    this.changes.set(id, { change, position: Number.POSITIVE_INFINITY });
  }

  /** These entries are on their way to the server. */
  sent(ids: string[]): void {
    for (const id of ids) this.underWay.add(id);
  }

  /** They did not become part of its record, and may be sent again. */
  returned(ids: string[]): void {
    for (const id of ids) this.underWay.delete(id);
    this.takeNext();
  }

  /** The server has these entries, at these places of its record; where the place is not known, its next numbers have them. */
  kept(ids: string[], positions: readonly number[]): void {
    for (const [at, id] of ids.entries()) {
      const known = this.changes.get(id);
      const position = positions[at];
      if (known) known.position = position ?? 0;
      if (position !== undefined && position <= (this.numbers?.position ?? -1)) this.changes.delete(id);
    }
    this.returned(ids);
  }

  /** The server tells its numbers. */
  told(numbers: Told): void {
    this.next = numbers;
    this.takeNext();
  }

  private takeNext(): void {
    if (!this.next || (this.underWay.size && this.numbers)) return;
    const { position } = this.next;
    this.numbers = this.next;
    this.next = null;
    for (const [id, known] of this.changes) if (known.position <= position) this.changes.delete(id);
  }

  /** The server refused an entry. */
  remove(id: string): void {
    this.changes.delete(id);
    this.returned([id]);
  }

  total(): Tally {
    return [...this.changes.values()].reduce((sum, { change }) => plus(sum, change), this.numbers?.counts ?? NOTHING);
  }
}
