// The only meter: a track, the range as a hatched band, since it is expected and not measured, the value as a point.
import { percent } from "../numbers";
import { say } from "./strings";

interface Props {
  at: number;
  low: number;
  high: number;
  /** Marked on the track, which then has a scale. */
  goal?: number;
}

export function Interval({ at, low, high, goal }: Props) {
  const share = (value: number) => `${Math.round(value * 1000) / 10}%`;
  const meter = (
    <div class="interval" aria-hidden="true">
      {goal !== undefined && <s style={{ insetInlineStart: share(goal) }} />}
      <i style={{ insetInlineStart: share(low), inlineSize: share(high - low) }} />
      <b style={{ insetInlineStart: share(at) }} />
    </div>
  );
  if (goal === undefined) return meter;
  return (
    <>
      {meter}
      <p class="interval-scale faint small" aria-hidden="true">
        <span>{percent(0)}</span>
        <span style={{ insetInlineEnd: share(1 - goal) }}>{say.goal(percent(goal))}</span>
        <span>{percent(1)}</span>
      </p>
    </>
  );
}
