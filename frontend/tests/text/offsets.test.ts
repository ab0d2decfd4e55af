import assert from "node:assert/strict";
import { test } from "node:test";
import { OffsetMap } from "../../src/text/offsets";

// The strings of label-studio 1347 and 4988, where an emoji shifted every offset after it, and others that may.
const TEXTS = [
  "plain",
  "💩This is an annotation.",
  "👨🏻🚒 firemen drive firetrucks at work",
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

test("the words that were cut wrongly elsewhere are cut out whole", () => {
  const annotated = "💩This is an annotation.";
  const [start, end] = [12, 22].map((point) => new OffsetMap(annotated).toUnits(point));
  assert.equal(annotated.slice(start, end), "annotation");
  const fire = "👨🏻🚒 firemen drive firetrucks at work";
  const unit = fire.indexOf("firetrucks");
  const points = [...fire].slice(new OffsetMap(fire).toPoints(unit), new OffsetMap(fire).toPoints(unit + 10));
  assert.equal(points.join(""), "firetrucks");
});

test("a unit inside a pair is told as the place after it", () => {
  assert.equal(new OffsetMap("💩x").toPoints(1), 1);
});

test("a text of ten million letters is mapped in one look", () => {
  const text = `${"x".repeat(10_000_000)}💩y`;
  assert.equal(new OffsetMap(text).toUnits(10_000_001), 10_000_002);
});
