// Offsets at the browser's edge: the record counts Unicode code points, strings here count UTF-16 units.

/** Converts the offsets of one text, in both directions, by bisection among its surrogate pairs. */
export class OffsetMap {
  /** Where each pair of surrogates begins, in units; empty for most texts. */
  private readonly pairs: Uint32Array;

  constructor(text: string) {
    const pairs: number[] = [];
    for (const match of text.matchAll(/[\u{10000}-\u{10ffff}]/gu)) pairs.push(match.index);
    this.pairs = Uint32Array.from(pairs);
  }

  /** Code points before a unit; one inside a pair counts the pair as passed. */
  toPoints(unit: number): number {
    return unit - this.before((at) => (this.pairs[at] ?? 0) + 1 < unit);
  }

  /** Units before a code point. */
  toUnits(point: number): number {
    return point + this.before((at) => (this.pairs[at] ?? 0) - at < point);
  }

  /** How many pairs, from the first, satisfy a condition that none satisfies after one that does not. */
  private before(holds: (at: number) => boolean): number {
    let low = 0;
    let high = this.pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
