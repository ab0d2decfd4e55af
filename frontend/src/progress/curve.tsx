import { useMemo, useState } from "preact/hooks";
import { Curve, type Lane } from "../charts/curve";
import { Figure } from "../charts/figure";
import { Choice } from "../forms/choice";
import { percent } from "../numbers";
import type { Point, ProgressNow } from "../api/schema";
import { say } from "./strings";
import { curveSentence, position, type Against, type Measure } from "./summary";

export function CurveFigure({ curve, baseline, missing }: Pick<ProgressNow, "curve" | "baseline" | "missing">) {
  const [measure, setMeasure] = useState<Measure>("accuracy");
  const [against, setAgainst] = useState<Against>("minutes");
  const summary = missing && !curve.length ? say.curve.working : curveSentence(curve, measure, against);
  const drawn = useMemo(() => prepared(curve, baseline, measure, against), [curve, baseline, measure, against]);
  const controls = (
    <div class="figure-controls">
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
    <Figure title={say.curve.title} summary={summary} table={table(curve)} file="learning-curve" controls={controls}>
      {drawn.x.length > 0 && (
        <Curve {...drawn} name={`${say.curve.title}. ${summary}`} xName={say.curve[against]} shown={percent} />
      )}
    </Figure>
  );
}

function prepared(curve: Point[], baseline: ProgressNow["baseline"], measure: Measure, against: Against) {
  const x = curve.map((point) => point[against]);
  const name = measure === "accuracy" ? say.curve.accuracy : say.curve.macro;
  const lines = [{ name, values: curve.map((point) => point[measure]) as (number | null)[], colour: "focus" as const }];
  const estimate = measure === "accuracy" && against === "minutes" ? between(baseline ?? [], x) : [];
  const dashed = { name: say.curve.baseline, values: estimate, colour: "faint" as const, dashed: true };
  const banded = measure === "accuracy";
  return {
    x,
    lines: estimate.some((value) => value !== null) ? [...lines, dashed] : lines,
    band: banded ? { low: curve.map((point) => point.low), high: curve.map((point) => point.high) } : undefined,
    lanes: lanes(curve, against),
    describe: (at: number) => {
      const point = curve[at];
      if (!point) return "";
      const band = banded ? say.curve.band(point.low, point.high) : "";
      return say.curve.point(position(point, against), point[measure], band);
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

function table(curve: Point[]) {
  return {
    columns: [...say.curve.columns],
    rows: curve.map((point) => [
      point.minutes, point.actions, point.labels, point.words, point.rationales, point.right, point.checked,
      point.accuracy, point.low, point.high, point.macro_f1,
    ]),
  };
}
