import { useMemo, useState } from "preact/hooks";
import { Curve, type Lane } from "../charts/curve";
import { Figure } from "../charts/figure";
import { Choice } from "../forms/choice";
import { percent } from "../numbers";
import type { ExpectedPoint, Point, ProgressNow } from "../api/schema";
import { ENOUGH_CHECKS } from "../state/session";
import { say } from "./strings";
import { curveSentence, position, type Against, type Measure } from "./summary";

export function CurveFigure({ curve, expected, baseline, missing }: Pick<ProgressNow, "curve" | "expected" | "baseline" | "missing">) {
  const [measure, setMeasure] = useState<Measure>("accuracy");
  const [against, setAgainst] = useState<Against>("minutes");
  const last = expected.at(-1);
  const working = missing > 0 && !curve.length && !expected.length;
  const measured = curve.length ? ` ${curveSentence(curve, measure, against)}` : "";
  const hoped = last ? say.curve.expectedNow(last.accuracy, last.low, last.high, last.actions ? position(last, against) : "") : "";
  const summary = working ? say.curve.working : measure === "accuracy" && hoped ? hoped + measured : measured.trim() || say.curve.none;
  const drawn = useMemo(() => prepared(curve, expected, baseline, measure, against), [curve, expected, baseline, measure, against]);
  const controls = (
    <div class="figure-controls buttons">
      <Choice
        label={say.curve.measure}
        value={measure}
        options={{ accuracy: say.curve.accuracy, macro_f1: say.curve.macro }}
        choose={setMeasure}
      />
      <Choice
        label={say.curve.against}
        value={against}
        options={{ minutes: say.curve.minutes, actions: say.curve.actions }}
        choose={setAgainst}
      />
    </div>
  );
  return (
    <Figure title={say.curve.title} summary={summary} table={table(curve, expected)} file="learning-curve" controls={controls}>
      {drawn.x.length > 1 && <Curve {...drawn} name={`${say.curve.title}. ${summary}`} xName={say.curve[against]} shown={percent} />}
    </Figure>
  );
}

/** What was expected as a dotted line in a band, what was measured as points with whiskers, what labels alone give dashed. */
function prepared(curve: Point[], expected: ExpectedPoint[], baseline: ProgressNow["baseline"], measure: Measure, against: Against) {
  const isAccuracy = measure === "accuracy";
  const hoped = isAccuracy ? expected : [];
  const x = [...new Set([...hoped, ...curve].map((point) => point[against]))].sort((a, b) => a - b);
  const at = <P extends Point | ExpectedPoint>(points: P[]) => {
    const byPlace = new Map(points.map((point) => [point[against], point]));
    return x.map((place) => byPlace.get(place));
  };
  const [expectedAt, measuredAt] = [at(hoped), at(curve.filter(({ checked }) => checked >= ENOUGH_CHECKS))];
  const name = isAccuracy ? say.curve.measured : say.curve.macro;
  const measured = {
    name,
    values: measuredAt.map((point) => point?.[measure] ?? null),
    colour: "ink" as const,
    points: true,
    whiskers: isAccuracy ? measuredAt.map((point) => (point ? ([point.low, point.high] as [number, number]) : null)) : undefined,
  };
  const estimate = isAccuracy && against === "minutes" ? between((baseline ?? []).filter(({ checked }) => checked >= ENOUGH_CHECKS), x) : [];
  const lines = [
    ...(hoped.length ? [{ name: say.curve.expected, values: expectedAt.map((point) => point?.accuracy ?? null), colour: "focus" as const, dotted: true }] : []),
    ...(measured.values.some((value) => value !== null) ? [measured] : []),
    ...(estimate.some((value) => value !== null) ? [{ name: say.curve.baseline, values: estimate, colour: "faint" as const, dashed: true }] : []),
  ];
  return {
    x: lines.length ? x : [],
    lines,
    band: hoped.length ? { low: expectedAt.map((point) => point?.low ?? null), high: expectedAt.map((point) => point?.high ?? null) } : undefined,
    lanes: lanes(curve, against),
    describe: (place: number) => {
      const [one, other] = [measuredAt[place], expectedAt[place]];
      return [
        other ? say.curve.expectedPoint(position(other, against), other.accuracy, other.low, other.high) : "",
        one ? say.curve.point(say.curve.measured, one[measure], isAccuracy ? say.curve.band(one.low, one.high) : "") : "",
      ].filter(Boolean).join("; ");
    },
  };
}

/** The baseline's value at each moment of the curve: its last one by then. */
function between(baseline: Point[], x: number[]): (number | null)[] {
  return x.map((minute) => baseline.findLast((point) => point.minutes <= minute)?.accuracy ?? null);
}

/** When labels, words and rationales were given: the points at which there were more of them than before. */
function lanes(curve: Point[], against: Against): Lane[] {
  return (["labels", "words", "rationales"] as const)
    .map((kind) => ({
      name: say.curve.lanes[kind],
      at: curve.filter((point, at) => point[kind] > (curve[at - 1]?.[kind] ?? 0)).map((point) => point[against]),
    }))
    .filter((lane) => lane.at.length);
}

function table(curve: Point[], expected: ExpectedPoint[]) {
  const hoped = new Map(expected.map((point) => [point.position, point]));
  const checked = new Map(curve.map((point) => [point.position, point]));
  const order = [...new Set([...hoped.keys(), ...checked.keys()])].sort((a, b) => a - b);
  return {
    columns: [...say.curve.columns],
    rows: order.map((at) => {
      const [other, one] = [hoped.get(at), checked.get(at)];
      return [
        one?.minutes ?? other?.minutes ?? 0, one?.actions ?? other?.actions ?? 0,
        other?.accuracy ?? null, other?.low ?? null, other?.high ?? null,
        one?.labels ?? null, one?.words ?? null, one?.rationales ?? null, one?.right ?? null, one?.checked ?? null,
        one?.accuracy ?? null, one?.low ?? null, one?.high ?? null, one?.macro_f1 ?? null,
      ];
    }),
  };
}
