// What the charts say, in sentences.
import type { Point, ProgressNow } from "../api/schema";
import { ENOUGH_CHECKS } from "../state/session";
import { say } from "./strings";

export type Measure = "accuracy" | "macro_f1";
export type Against = "minutes" | "actions";

export function curveSentence(curve: Point[], measure: Measure, against: Against): string {
  const [first, last] = [curve[0], curve.at(-1)];
  if (!first || !last) return say.curve.none;
  if (last.checked < ENOUGH_CHECKS) return say.curve.few(last.checked, ENOUGH_CHECKS);
  const at = position(last, against);
  const band = measure === "accuracy" ? say.curve.between(last.low, last.high) : "";
  return (first === last || first.checked < ENOUGH_CHECKS ? say.curve.one(last[measure], at) : say.curve.grew(first[measure], last[measure], at)) + band;
}

export function position(point: Pick<Point, "minutes" | "actions">, against: Against): string {
  return against === "minutes" ? say.curve.atMinutes(point.minutes) : say.curve.atActions(point.actions);
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
