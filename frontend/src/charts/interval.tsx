// The only meter: a track, the range as a band (hatched where it is expected and not measured), the value as a point.
interface Props {
  at: number;
  low: number;
  high: number;
  expected?: boolean;
  goal?: number;
}

export function Interval({ at, low, high, expected = false, goal }: Props) {
  const share = (value: number) => `${Math.round(value * 1000) / 10}%`;
  return (
    <div class={`interval ${expected ? "expected" : ""}`} aria-hidden="true">
      {goal !== undefined && <s style={{ insetInlineStart: share(goal) }} />}
      <i style={{ insetInlineStart: share(low), inlineSize: share(high - low) }} />
      <b style={{ insetInlineStart: share(at) }} />
    </div>
  );
}
