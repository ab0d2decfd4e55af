import assert from "node:assert/strict";
import { test } from "node:test";
import { blocksOf, segmentsOf, type Mark } from "../../src/text/segments";

const at = (start: number, end: number, layer: string): Mark => ({ start, end, layer });

test("overlapping marks become pieces with all their layers", () => {
  const pieces = segmentsOf({ start: 0, end: 10 }, [at(2, 6, "rationale"), at(4, 8, "why")]);
  assert.deepEqual(
    pieces.map(({ start, end, layers }) => [start, end, layers.join()]),
    [[0, 2, ""], [2, 4, "rationale"], [4, 6, "rationale,why"], [6, 8, "why"], [8, 10, ""]],
  );
});

test("two highlights that overlap are one colour", () => {
  const pieces = segmentsOf({ start: 0, end: 9 }, [at(0, 6, "rationale"), at(3, 9, "rationale")]);
  assert.deepEqual(pieces.map(({ start, end, layers }) => [start, end, layers.join()]), [[0, 3, "rationale"], [3, 6, "rationale"], [6, 9, "rationale"]]);
});

test("marks are cut at the edges of a block, and those elsewhere left out", () => {
  const pieces = segmentsOf({ start: 10, end: 20 }, [at(0, 12, "x"), at(18, 30, "y"), at(20, 25, "z"), at(15, 15, "empty")]);
  assert.deepEqual(pieces.map(({ start, end, layers }) => [start, end, layers.join()]), [[10, 12, "x"], [12, 18, ""], [18, 20, "y"]]);
});

test("random marks: every unit has just the layers of the marks that cover it", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (let round = 0; round < 50; round++) {
    const marks = Array.from({ length: 12 }, () => {
      const start = random(40);
      return at(start, start + random(15), "abc"[random(3)] ?? "a");
    });
    const pieces = segmentsOf({ start: 5, end: 45 }, [...marks]);
    for (let unit = 5; unit < 45; unit++) {
      const piece = pieces.find(({ start, end }) => start <= unit && unit < end);
      const expected = [...new Set(marks.filter(({ start, end }) => start <= unit && unit < end).map(({ layer }) => layer))].sort();
      assert.deepEqual(piece?.layers, expected);
    }
    assert.deepEqual(pieces.map(({ start }) => start), [5, ...pieces.slice(0, -1).map(({ end }) => end)]);
  }
});

test("blocks cover the text, end at line ends, and never cut a pair", () => {
  const lines = "a line of some length\r\n".repeat(2000);
  const long = "💩".repeat(30_000);
  for (const text of [lines, long, "", "\n", `${lines}${long}\n${lines}`]) {
    const blocks = blocksOf(text);
    assert.equal(blocks.map(({ start, end }) => text.slice(start, end)).join(""), text);
    for (const { start } of blocks) assert.ok(!/[\udc00-\udfff]/.test(text[start] ?? ""));
  }
  assert.ok(blocksOf(lines).every(({ end }) => lines[end - 1] === "\n"));
});
