// Lines over time with a band around the first, and lanes of ticks under them; painted by uPlot.
import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { colours, faded, onThemeChange, type Token } from "./colours";

export interface Line {
  name: string;
  values: (number | null)[];
  colour: Token;
  dashed?: boolean;
  /** What is expected, and not measured. */
  dotted?: boolean;
  /** Points that no line connects, each with the range in which its true value lies. */
  points?: boolean;
  whiskers?: ([number, number] | null)[] | undefined;
}

/** Moments at which something happened, as ticks in a lane of their own. */
export interface Lane {
  name: string;
  at: number[];
}

interface Props {
  name: string;
  x: number[];
  xName: string;
  lines: Line[];
  band?: { low: (number | null)[]; high: (number | null)[] } | undefined;
  lanes: Lane[];
  /** A value of the y axis as text. */
  shown: (value: number) => string;
  /** What is said of a point that the pointer is at. */
  describe: (at: number) => string;
}

const HEIGHT = 320;
const LANE = 14;
const LEFT = 76;
const BOTTOM = 28; // the numbers under the axis
const NAME = 20; // and its name
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5]; // of shares, which are told in whole percents

export function Curve(props: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState("");
  const { name, x, xName, lines, band, lanes } = props;
  useEffect(() => {
    const place = host.current;
    if (!place) return;
    let chart = paint(place, props, setPointed);
    const resized = new ResizeObserver(() => {
      if (place.clientWidth) chart.setSize({ width: place.clientWidth, height: heightOf(lanes) });
    });
    resized.observe(place);
    const end = onThemeChange(() => {
      chart.destroy();
      chart = paint(place, props, setPointed);
    });
    return () => {
      end();
      resized.disconnect();
      chart.destroy();
    };
  }, [x, lines, band, lanes, xName]);
  return (
    <>
      <ul class="legend" aria-hidden="true">
        {lines.map((line) => (
          <li key={line.name} class={`legend-${line.colour}${line.dashed ? " dashed" : ""}${line.dotted ? " dotted" : ""}${line.points ? " points" : ""}`}>
            {line.name}
          </li>
        ))}
        <li class="legend-point">{pointed}</li>
      </ul>
      <div class="curve" role="img" aria-label={name} ref={host} />
    </>
  );
}

function heightOf(lanes: Lane[]): number {
  return HEIGHT + lanes.length * LANE;
}

function paint(host: HTMLElement, props: Props, point: (said: string) => void): uPlot {
  const { x, xName, lines, band, lanes, shown, describe } = props;
  const colour = colours(host);
  const axis = { stroke: colour("faint"), grid: { stroke: colour("line"), width: 1 }, ticks: { show: false }, font: "12px sans-serif" };
  const edges = band ? [band.high, band.low] : [];
  const options: uPlot.Options = {
    width: host.clientWidth || 600,
    height: heightOf(lanes),
    padding: [12, 16, lanes.length * LANE + 4, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: { x: { time: false }, y: { range: (_, low, high) => limits(low, high) } },
    axes: [
      { ...axis, size: BOTTOM, label: xName, labelSize: NAME, labelFont: "12px sans-serif", labelGap: 0 },
      { ...axis, size: LEFT, incrs: STEPS, values: (_, values) => values.map(shown) },
    ],
    series: [
      {},
      ...edges.map(() => ({ stroke: "transparent", points: { show: false } })),
      ...lines.map((line) => ({
        stroke: colour(line.colour),
        width: line.dotted ? 3 : 2,
        spanGaps: true,
        points: { show: line.points === true || (x.length < 40 && !line.dashed && !line.dotted), size: line.points ? 9 : 5, fill: colour(line.colour) },
        ...(line.points ? { paths: () => null } : {}),
        ...(line.dashed ? { dash: [6, 5] } : line.dotted ? { dash: [0.1, 6], cap: "round" as const } : {}),
      })),
    ],
    hooks: {
      draw: [(chart) => paintLanes(chart, lanes, colour), (chart) => paintWhiskers(chart, lines, x, colour)],
      setCursor: [(chart) => point(typeof chart.cursor.idx === "number" ? describe(chart.cursor.idx) : "")],
    },
  };
  if (band) options.bands = [{ series: [1, 2], fill: hatched(colour(lines[0]?.colour ?? "ink")) }];
  return new uPlot(options, [x, ...edges, ...lines.map((line) => line.values)], host);
}

/** Slanting lines over a tint: what is expected, and not measured. */
function hatched(colour: string): CanvasPattern | string {
  const size = Math.round(6 * devicePixelRatio);
  const tile = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const ctx = tile.getContext("2d");
  if (!ctx) return faded(colour, 0.14);
  ctx.fillStyle = faded(colour, 0.1);
  ctx.fillRect(0, 0, size, size);
  ctx.strokeStyle = faded(colour, 0.35);
  ctx.lineWidth = devicePixelRatio;
  for (const from of [-size / 2, size / 2]) {
    ctx.moveTo(from, size);
    ctx.lineTo(from + size, 0);
  }
  ctx.stroke();
  return ctx.createPattern(tile, "repeat") ?? faded(colour, 0.14);
}

/** A share's axis ends at 0 and 1 at most, and shows at least a tenth. */
function limits(low: number | null, high: number | null): [number, number] {
  const from = Math.max(0, Math.floor(((low ?? 0) - 0.02) * 10) / 10);
  return [from, Math.max(Math.min(1, Math.ceil(((high ?? 1) + 0.02) * 10) / 10), from + 0.1)];
}

function paintWhiskers(chart: uPlot, lines: Line[], x: number[], colour: (token: Token) => string): void {
  const { ctx } = chart;
  ctx.save();
  for (const line of lines) {
    ctx.fillStyle = colour(line.colour);
    for (const [at, range] of (line.whiskers ?? []).entries()) {
      if (!range) continue;
      const floor = chart.bbox.top + chart.bbox.height; // a range may reach under the axis
      const [low, high] = range.map((value) => Math.min(chart.valToPos(value, "y", true), floor)) as [number, number];
      ctx.fillRect(chart.valToPos(x[at] ?? 0, "x", true) - devicePixelRatio, high, 2 * devicePixelRatio, low - high);
    }
  }
  ctx.restore();
}

function paintLanes(chart: uPlot, lanes: Lane[], colour: (token: Token) => string): void {
  const { ctx } = chart;
  const scale = devicePixelRatio;
  const top = chart.bbox.top + chart.bbox.height + (BOTTOM + NAME + 4) * scale;
  ctx.save();
  ctx.font = `${11 * scale}px sans-serif`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  lanes.forEach((lane, row) => {
    const middle = top + (row + 0.5) * LANE * scale;
    ctx.fillStyle = colour("faint");
    ctx.fillText(lane.name, chart.bbox.left - 8 * scale, middle);
    ctx.fillStyle = colour("line");
    ctx.fillRect(chart.bbox.left, middle, chart.bbox.width, scale);
    ctx.fillStyle = colour("ink");
    for (const moment of lane.at) ctx.fillRect(chart.valToPos(moment, "x", true) - scale, middle - 4 * scale, 2 * scale, 8 * scale);
  });
  ctx.restore();
}
