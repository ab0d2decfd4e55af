import assert from "node:assert/strict";
import { test } from "node:test";
import { sentenceAt, snap, wordAt, wordFrom } from "../../src/text/words";

const cut = (text: string, range: { start: number; end: number } | null) => range && text.slice(range.start, range.end);

test("a selection grows to whole words and loses the blanks at its ends", () => {
  const text = "The dialogue crackles, the leads never feel rushed.";
  assert.equal(cut(text, snap(text, 6, 18)), "dialogue crackles");
  assert.equal(cut(text, snap(text, 3, 13)), "dialogue");
  assert.equal(snap(text, 3, 4), null);
});

test("a selection never cuts a cluster in two", () => {
  const fire = "the 👨‍🚒 came";
  assert.equal(cut(fire, snap(fire, 4, 6)), "👨‍🚒");
  const accent = "cafe\u0301 x";
  assert.equal(cut(accent, snap(accent, 0, 4)), "cafe\u0301");
  const flag = "🇩🇪 ok";
  assert.equal(cut(flag, snap(flag, 0, 2)), "🇩🇪");
});

test("line ends of either kind stay outside", () => {
  const text = "one\r\ntwo\r\n";
  assert.equal(cut(text, snap(text, 0, 5)), "one");
  assert.equal(cut(text, snap(text, 3, 10)), "two");
});

test("right-to-left words are words", () => {
  const text = "שלום עולם";
  assert.equal(cut(text, snap(text, 1, 2)), "שלום");
  assert.equal(cut(text, wordFrom(text, 4, true)), "עולם");
});

test("walking meets every word once, forwards and backwards, over empty lines", () => {
  const text = "One, two…\n\n\nthree 🎬 four\r\n";
  const forwards: string[] = [];
  for (let word = wordFrom(text, 0, true); word; word = wordFrom(text, word.end, true)) forwards.push(text.slice(word.start, word.end));
  assert.deepEqual(forwards, ["One", "two", "three", "🎬", "four"]);
  const backwards: string[] = [];
  for (let word = wordFrom(text, text.length, false); word; word = wordFrom(text, word.start, false)) backwards.push(text.slice(word.start, word.end));
  assert.deepEqual(backwards.reverse(), forwards);
});

test("there is no word on a comma or a blank", () => {
  assert.equal(wordAt("a , b", 1), null);
  assert.equal(wordAt("a , b", 2), null);
  assert.deepEqual(wordAt("a , b", 4), { start: 4, end: 5 });
});

test("the sentence is the one around the place", () => {
  const text = "It never did. The dialogue crackles! End.";
  assert.equal(cut(text, sentenceAt(text, 20)), "The dialogue crackles!");
});

test("a line of a million letters without a blank is walked through", () => {
  const text = "x".repeat(1_000_000);
  const word = snap(text, 500_000, 500_010);
  assert.ok(word && word.start <= 500_000 && word.end >= 500_010);
});
