import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry, Taught } from "../src/api/types";
import { entriesOf, Picture } from "../src/state/lessons/picture";

const mark = (id: string) => ({ id, time: "", seconds: null });

function pictureOf(...entries: Entry[]): Picture {
  const picture = new Picture();
  for (const entry of entries) picture.add(entry);
  return picture;
}

test("of two answers the newer counts, and a skip is an answer", () => {
  const picture = pictureOf({ ...mark("1"), kind: "skip", document: "d" }, { ...mark("2"), kind: "label", document: "d", class: "a" });
  assert.equal(picture.label("d"), "a");
  picture.add({ ...mark("3"), kind: "skip", document: "d" });
  assert.equal(picture.label("d"), null);
  assert.equal(picture.answer("d")?.kind, "skip");
});

test("what a document is not counts until it is labelled, and again once the label is taken back", () => {
  const picture = pictureOf({ ...mark("1"), kind: "exclude", document: "d", class: "a" }, { ...mark("2"), kind: "exclude", document: "d", class: "b" });
  assert.deepEqual([picture.exclusion("d", "a"), picture.exclusion("d", "b"), picture.exclusion("d", "c")], ["1", "2", null]);
  assert.equal(picture.answer("d"), null);
  picture.add({ ...mark("3"), kind: "label", document: "d", class: "a" });
  assert.deepEqual([picture.label("d"), picture.exclusion("d", "a"), picture.exclusion("d", "b")], ["a", null, null]);
  picture.add({ ...mark("4"), kind: "retract", lesson: "3" });
  picture.add({ ...mark("5"), kind: "retract", lesson: "1" });
  assert.deepEqual([picture.exclusion("d", "a"), picture.exclusion("d", "b")], [null, "2"]);
});

test("highlights belong to a document and a class", () => {
  const picture = pictureOf(
    { ...mark("1"), kind: "rationale", document: "d", class: "a", start: 9, end: 12 },
    { ...mark("2"), kind: "rationale", document: "d", class: "b", start: 0, end: 3 },
    { ...mark("3"), kind: "rationale", document: "d", class: "a", start: 2, end: 10 },
  );
  assert.deepEqual(picture.highlights("d", "a").map(({ id }) => id), ["3", "1"]);
  assert.deepEqual(picture.highlights("d", "b").map(({ id }) => id), ["2"]);
});

test("the same entry twice counts once", () => {
  const word: Entry = { ...mark("1"), kind: "word", term: "goal", class: "a" };
  const picture = pictureOf(word, word, { ...mark("2"), kind: "retract", lesson: "1" }, { ...mark("2"), kind: "retract", lesson: "1" });
  assert.equal(picture.word("goal", "a"), null);
  picture.add({ ...mark("3"), kind: "retract", lesson: "2" });
  assert.equal(picture.word("goal", "a"), "1");
});

test("the server's account can be taken back by its ids", () => {
  const taught: Taught = {
    labels: { d: "a" },
    exclusions: { g: ["b"] },
    words: { goal: { a: 1, b: 1 } },
    not_a_reason: { the: [null] },
    rationales: { d: [{ id: "r", class: "a", start: 0, end: 4, teacher: "ines" }] },
    flags: { e: "odd" },
    skips: ["f"],
    ids: { "label:d": "l", "word:goal:a": "wa", "word:goal:b": "wb", "not_a_reason:the:": "n", "flag:e": "fl", "skip:f": "s", "exclude:g:b": "x" },
  };
  const picture = pictureOf(...entriesOf(taught));
  assert.equal(picture.label("d"), "a");
  assert.equal(picture.exclusion("g", "b"), "x");
  assert.equal(picture.notAReason("the"), "n");
  assert.equal(picture.flag("e")?.note, "odd");
  for (const lesson of ["l", "wa", "n", "fl", "s", "r"]) picture.add({ ...mark(`back ${lesson}`), kind: "retract", lesson });
  assert.equal(picture.label("d"), null);
  assert.deepEqual(picture.wordsOf("a"), []);
  assert.deepEqual(picture.wordsOf("b").map(({ term }) => term), ["goal"]);
  assert.equal(picture.flag("e"), null);
  assert.equal(picture.answer("f"), null);
  assert.deepEqual(picture.highlights("d", "a"), []);
});
