// From which class to which the predictions went: a band for each, as thick as there are many; on a phone, a list.
import type { Changes } from "../../api/schema";
import { number } from "../../numbers";
import { Tile } from "../../shell/class_chip";
import { address } from "../../state/route";
import { project, tint } from "../../state/session";
import { short } from "../../text/shortened";
import { say } from "./strings";

type Move = Changes["moves"][number];

const WIDTH = 560;
const [LEFT, RIGHT] = [170, 390]; // where the bands begin and end
const BAR = 6;
const ROOM = 300; // for all bands of a side together
const GAP = 20; // between two classes, so that their names have room
const LEAST = 1.5; // how thick a band is at least

interface Side {
  name: string;
  top: number;
  height: number;
  documents: number;
}

/** The classes of one side from top to bottom, as high as their bands together. */
function side(names: string[], moves: Move[], end: "from" | "to", scale: (n: number) => number): Side[] {
  let top = 0;
  return names.flatMap((name) => {
    const mine = moves.filter((move) => move[end] === name);
    if (!mine.length) return [];
    const height = mine.reduce((sum, { documents }) => sum + scale(documents), 0);
    const band = { name, top, height, documents: mine.reduce((sum, { documents }) => sum + documents, 0) };
    top += Math.max(height, 4) + GAP;
    return [band];
  });
}

/** Where each band is: its middle at the beginning and at the end, and how thick it is. */
export function bands(moves: Move[], classes: readonly string[]): { from: Side[]; to: Side[]; paths: { move: Move; start: number; end: number; thick: number }[]; height: number } {
  const all = moves.reduce((sum, { documents }) => sum + documents, 0);
  const scale = (n: number) => Math.max(LEAST, (n / Math.max(all, 1)) * ROOM);
  const others = moves.flatMap(({ from, to }) => [from, to]).filter((name) => !classes.includes(name));
  const names = [...classes, ...new Set(others)];
  const [from, to] = [side(names, moves, "from", scale), side(names, moves, "to", scale)];
  const at = (name: string) => names.indexOf(name);
  const used = { from: new Map(from.map(({ name, top }) => [name, top])), to: new Map(to.map(({ name, top }) => [name, top])) };
  const place = (end: "from" | "to", name: string, thick: number) => {
    const top = used[end].get(name) ?? 0;
    used[end].set(name, top + thick);
    return top + thick / 2;
  };
  const ordered = moves.toSorted((a, b) => at(a.from) - at(b.from) || at(a.to) - at(b.to));
  const starts = new Map(ordered.map((move) => [move, place("from", move.from, scale(move.documents))]));
  const paths = ordered
    .toSorted((a, b) => at(a.to) - at(b.to) || at(a.from) - at(b.from))
    .map((move) => ({ move, start: starts.get(move) ?? 0, end: place("to", move.to, scale(move.documents)), thick: scale(move.documents) }));
  const height = Math.max(...[from, to].map((each) => (each.at(-1)?.top ?? 0) + Math.max(each.at(-1)?.height ?? 0, 4)), 0);
  return { from, to, paths, height };
}

export function Bands({ changes: { moves, since, model } }: { changes: Changes }) {
  const { from, to, paths, height } = bands(moves, project.value?.classes ?? []);
  const there = (move: Move) => address("review", ["predictions"], { since: String(since), was: move.from, predicted: move.to });
  const sentenceOf = (move: Move) => say.move(number(move.documents), move.from, move.to);
  return (
    <>
      <div class="bands">
        <p class="bands-head faint small" aria-hidden="true">
          <span>{say.said(since)}</span>
          <span>{say.says(model)}</span>
        </p>
        <svg viewBox={`0 -10 ${WIDTH} ${height + 20}`} role="group" aria-label={say.where}>
          {paths.map(({ move, start, end, thick }) => (
            <a key={`${move.from}\n${move.to}`} href={there(move)} aria-label={sentenceOf(move)}>
              <title>{sentenceOf(move)}</title>
              <path class={tint(move.to)} d={`M${LEFT} ${start}C${(LEFT + RIGHT) / 2} ${start} ${(LEFT + RIGHT) / 2} ${end} ${RIGHT} ${end}`} stroke-width={thick} />
            </a>
          ))}
          {from.map(({ name, top, height: high, documents }) => (
            <g key={name} class={tint(name)}>
              <rect x={LEFT - 2 - BAR} y={top} width={BAR} height={high} rx="2" />
              <text x={LEFT - 16} y={top + high / 2 + 4} text-anchor="end">
                {short(name, 18)} <tspan class="faint">−{number(documents)}</tspan>
              </text>
            </g>
          ))}
          {to.map(({ name, top, height: high, documents }) => (
            <g key={name} class={tint(name)}>
              <rect x={RIGHT + 2} y={top} width={BAR} height={high} rx="2" />
              <text x={RIGHT + 16} y={top + high / 2 + 4}>
                {short(name, 18)} <tspan class="more">+{number(documents)}</tspan>
              </text>
            </g>
          ))}
        </svg>
      </div>
      <ul class="band-list">
        {moves.map((move) => (
          <li key={`${move.from}\n${move.to}`}>
            <a href={there(move)}>
              <Tile name={move.from} thought /> → <Tile name={move.to} thought />
              <span dir="auto">
                {move.from} → {move.to}
              </span>
              <b>{number(move.documents)}</b>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
