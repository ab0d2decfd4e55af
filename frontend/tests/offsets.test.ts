import assert from "node:assert/strict";
import { test } from "node:test";
import { OffsetMap } from "../src/text/offsets";

// label-studio 1347 (emoji shift every offset after them), 4988 (\r\n counted twice or not at all), and others' strings.
const TEXTS = [
  "plain",
  "💩 Great pitcher,\nbad umpire.",
  "a\r\nb\r\n💩c",
  "👨‍👩‍👧‍👦 family and 👨‍🚒 fire",
  "Cafe\u0301 e\u0301tude n\u0303",
  "שלום 😀 עולם \u202eabc\u202c",
  "🇩🇪🇫🇷",
  "",
];

test("every code point of a text is found at its unit, and back", () => {
  for (const text of TEXTS) {
    const map = new OffsetMap(text);
    let unit = 0;
    [...text].forEach((character, point) => {
      assert.equal(map.toUnits(point), unit, text);
      assert.equal(map.toPoints(unit), point, text);
      unit += character.length;
    });
    assert.equal(map.toUnits([...text].length), text.length);
    assert.equal(map.toPoints(text.length), [...text].length);
  }
});

test("the rationale of the example is cut out whole", () => {
  const text = "💩 Great pitcher,\nbad umpire.";
  const map = new OffsetMap(text);
  assert.equal(text.slice(map.toUnits(2), map.toUnits(15)), "Great pitcher");
});

test("a unit inside a pair is told as the place after it", () => {
  assert.equal(new OffsetMap("💩x").toPoints(1), 1);
});

test("a text of ten million letters is mapped in one look", () => {
  const text = "x".repeat(10_000_000) + "💩y";
  assert.equal(new OffsetMap(text).toUnits(10_000_001), 10_000_002);
});
