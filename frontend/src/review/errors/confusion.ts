// What a confusion matrix says.
import type { ConfusionMatrix } from "../../api/schema";

export interface Cell {
  label: string;
  predicted: string;
}

/** How many documents of the matrix have a label that is predicted. */
export function right({ counts }: ConfusionMatrix): number {
  return counts.reduce((sum, row, at) => sum + (row[at] ?? 0), 0);
}

/** The commonest confusion, or null where there is none. */
export function worst({ classes, counts }: ConfusionMatrix): (Cell & { count: number }) | null {
  let commonest: (Cell & { count: number }) | null = null;
  for (const [label, row] of counts.entries()) {
    for (const [predicted, count] of row.entries()) {
      if (label === predicted || count <= (commonest?.count ?? 0)) continue;
      commonest = { label: classes[label] ?? "", predicted: classes[predicted] ?? "", count };
    }
  }
  return commonest;
}

/** The classes that are confused most, as a smaller matrix in the same order; the whole one where it is small. */
export function most({ classes, counts }: ConfusionMatrix, size: number): ConfusionMatrix {
  if (classes.length <= size) return { classes, counts };
  const wrong = classes.map(() => 0);
  for (const [label, row] of counts.entries()) {
    for (const [other, count] of row.entries()) {
      if (label === other) continue;
      wrong[label] = (wrong[label] ?? 0) + count;
      wrong[other] = (wrong[other] ?? 0) + count;
    }
  }
  const confused = wrong
    .map((count, at) => ({ count, at }))
    .sort((one, other) => other.count - one.count || one.at - other.at)
    .slice(0, size)
    .map(({ at }) => at)
    .sort((one, other) => one - other);
  return { classes: confused.map((at) => classes[at] ?? ""), counts: confused.map((label) => confused.map((other) => counts[label]?.[other] ?? 0)) };
}

/** How dark a cell is, from 0 to 1: next to the largest one of its kind, right or wrong. */
export function shade({ counts }: ConfusionMatrix, label: number, predicted: number): number {
  const alike = counts.flatMap((row, at) => row.filter((_, other) => (at === other) === (label === predicted)));
  return (counts[label]?.[predicted] ?? 0) / Math.max(...alike, 1);
}
