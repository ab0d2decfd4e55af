import assert from "node:assert/strict";
import { test } from "node:test";
import { bands } from "../../src/teach/changed/bands";

const MOVES = [
  { from: "bug", to: "billing", documents: 30 },
  { from: "how-to", to: "billing", documents: 10 },
  { from: "billing", to: "bug", documents: 20 },
];

test("a class is as high on either side as the bands that leave or join it", () => {
  const { from, to, paths } = bands(MOVES, ["bug", "billing", "how-to"]);
  for (const [side, end] of [[from, "from"], [to, "to"]] as const) {
    for (const { name, height } of side) {
      const thick = paths.filter(({ move }) => move[end] === name).reduce((sum, each) => sum + each.thick, 0);
      assert.ok(Math.abs(height - thick) < 1e-9, name);
    }
  }
  assert.deepEqual(to.map(({ name, documents }) => [name, documents]), [["bug", 20], ["billing", 40]]);
});

test("bands lie beside each other where they begin and where they end", () => {
  const { paths } = bands(MOVES, ["bug", "billing", "how-to"]);
  for (const at of ["start", "end"] as const) {
    const sorted = paths.toSorted((a, b) => a[at] - b[at]);
    for (const [place, path] of sorted.slice(1).entries()) assert.ok(path[at] - path.thick / 2 >= (sorted[place]?.[at] ?? 0) + (sorted[place]?.thick ?? 0) / 2 - 1e-9);
  }
});

test("a class that the project has no more still has its bands", () => {
  assert.deepEqual(bands([{ from: "gone", to: "bug", documents: 1 }], ["bug"]).from.map(({ name }) => name), ["gone"]);
});
