// A short line drawn as SVG: how a score falls while words are removed.

interface Props {
  name: string;
  values: number[];
  /** Where the class turns, drawn as a dashed line. */
  turn: number;
}

const WIDTH = 240;
const HEIGHT = 64;
const EDGE = 4;

export function Steps({ name, values, turn }: Props) {
  const [low, high] = [Math.min(turn, ...values), Math.max(turn, ...values)];
  const across = (at: number) => EDGE + (at / Math.max(values.length - 1, 1)) * (WIDTH - 2 * EDGE);
  const down = (value: number) => EDGE + ((high - value) / (high - low || 1)) * (HEIGHT - 2 * EDGE);
  return (
    <svg class="steps" role="img" aria-label={name} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <line class="steps-turn" x1={0} x2={WIDTH} y1={down(turn)} y2={down(turn)} />
      <polyline points={values.map((value, at) => `${across(at)},${down(value)}`).join(" ")} />
      {values.map((value, at) => (
        <circle key={at} cx={across(at)} cy={down(value)} r={2.5} />
      ))}
    </svg>
  );
}
