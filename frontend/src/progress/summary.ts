// What the charts say, in sentences.
import type { AnswerEvidence, Point, ProgressNow } from "../api/schema";
import { percent } from "../numbers";
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
  return (percent(first[measure]) === percent(last[measure]) || first.checked < ENOUGH_CHECKS ? say.curve.one(last[measure], at) : say.curve.grew(first[measure], last[measure], at)) + band;
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

/** Whether the model is right as often as it is sure; where it is not, where that is plainest. */
export function calibrationSentence(bins: AnswerEvidence["calibration"]): string {
  const n = bins.reduce((sum, { answers }) => sum + answers, 0);
  const outside = ({ sure, low, high }: (typeof bins)[number]) => Math.max(low - sure, sure - high, 0);
  const worst = bins.toSorted((a, b) => outside(b) - outside(a))[0];
  if (worst && outside(worst) > 0) return say.calibration.no(percent(worst.sure), percent(worst.right / worst.answers), percent(worst.low), percent(worst.high), worst.answers);
  const sure = bins.reduce((sum, bin) => sum + bin.sure * bin.answers, 0) / Math.max(n, 1);
  return say.calibration.yes(percent(sure), n);
}
