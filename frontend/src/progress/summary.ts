// What the charts say, in sentences.
import type { Point, ProgressNow } from "../api/schema";
import { say } from "./strings";

export type Measure = "accuracy" | "macro_f1";
export type Against = "minutes" | "actions";

export function curveSentence(curve: Point[], measure: Measure, against: Against): string {
  const [first, last] = [curve[0], curve.at(-1)];
  if (!first || !last) return say.curve.none;
  const at = position(last, against);
  const band = measure === "accuracy" ? say.curve.between(last.low, last.high) : "";
  return (first === last ? say.curve.one(last[measure], at) : say.curve.grew(first[measure], last[measure], at)) + band;
}

export function position(point: Point, against: Against): string {
  return against === "minutes" ? say.curve.atMinutes(point.minutes) : say.curve.atActions(point.actions);
}

/** Classes with less than a third of what the others have on average. */
export function thin(counts: Record<string, number>, classes: readonly string[]): string[] {
  const total = classes.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  if (!total || classes.length < 2) return [];
  return classes.filter((name) => {
    const own = counts[name] ?? 0;
    return own * 3 < (total - own) / (classes.length - 1);
  });
}

export function balanceSentence({ labels, words }: ProgressNow["balance"], classes: readonly string[]): string {
  if (![...Object.values(labels), ...Object.values(words)].some(Boolean)) return say.balance.nothing;
  const [few, fewWords] = [thin(labels, classes), thin(words, classes)];
  if (few.length && few.join("\n") === fewWords.join("\n")) return say.balance.thin(few, say.balance.labelsAndWords);
  const sentences = [
    { names: few, what: "labels" },
    { names: fewWords, what: "words" },
  ].filter(({ names }) => names.length);
  return sentences.length ? sentences.map(({ names, what }) => say.balance.thin(names, what)).join(" ") : say.balance.even;
}

/** How long words and labels take here, next to the study. */
export function paceSentence({ seconds, dualist }: Pick<ProgressNow, "seconds" | "dualist">): string {
  const known = Object.keys(seconds).filter((kind) => seconds[kind]?.n);
  if (!known.length) return say.pace.none;
  const parts = ["word", "label"].flatMap((kind) => {
    const [here, there] = [seconds[kind], dualist[kind]];
    return here?.n && there !== undefined ? [say.pace.part(kindName(kind), here.median, there)] : [];
  });
  return parts.length ? say.pace.summary(parts) : say.pace.plain;
}

export function kindName(kind: string): string {
  return say.pace.kinds[kind] ?? kind;
}
