// Whether the model knows what it knows: how sure it was against how often it was right.
import type { AnswerEvidence } from "../api/schema";
import { Figure } from "../charts/figure";
import { say } from "./strings";
import { calibrationSentence } from "./summary";

const WIDTH = 354;
const HEIGHT = 176;
const [LEFT, TOP, RIGHT, BOTTOM] = [36, 10, 344, 148];

export function CalibrationFigure({ evidence }: { evidence: AnswerEvidence }) {
  const bins = evidence.calibration;
  const summary = bins.length ? calibrationSentence(bins) : say.calibration.few(evidence.answers);
  const table = {
    columns: [...say.calibration.columns],
    rows: bins.map((bin) => [bin.sure, bin.right / bin.answers, bin.low, bin.high, bin.answers]),
  };
  return (
    <Figure title={say.calibration.title} summary={summary} table={table} file="calibration">
      {bins.length > 0 && (
        <svg class="calibration" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${say.calibration.name}. ${summary}`}>
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <g key={share}>
              <path class="grid" d={`M${LEFT} ${y(share)}H${RIGHT}`} />
              <text x={LEFT - 6} y={y(share) + 4} text-anchor="end">
                {Math.round(share * 100)}
              </text>
              <text x={x(share)} y={BOTTOM + 18} text-anchor="middle">
                {Math.round(share * 100)}
              </text>
            </g>
          ))}
          <path class="even" d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} />
          {bins.map((bin) => (
            <g key={bin.sure}>
              <path class="whisker" d={`M${x(bin.sure)} ${y(bin.low)}V${y(bin.high)}`} />
              <circle cx={x(bin.sure)} cy={y(bin.right / bin.answers)} r="4.5" />
            </g>
          ))}
        </svg>
      )}
    </Figure>
  );
}

const x = (share: number) => LEFT + share * (RIGHT - LEFT);
const y = (share: number) => BOTTOM - share * (BOTTOM - TOP);
