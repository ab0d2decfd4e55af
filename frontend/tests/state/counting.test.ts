import assert from "node:assert/strict";
import { test } from "node:test";
import golden from "../../../tests/record/golden/counting.json";
import type { OwnLessons } from "../../src/api/schema";
import type { Entry } from "../../src/state/lessons/entries";
import { accountEntries } from "../../src/state/lessons/account";
import { CountedLessons } from "../../src/state/lessons/counting";

const mark = (id: string) => ({ id, time: "", seconds: null });

function countedOf(...entries: Entry[]): CountedLessons {
  const counted = new CountedLessons();
  for (const entry of entries) counted.add(entry);
  return counted;
}

const DOCUMENTS = ["d1", "d2", "d3"];
const CLASSES = ["a", "b", "c"];

/** What each name comes to, where it comes to something. */
function each<T>(names: string[], of: (name: string) => T[]): Record<string, T[]> {
  return Object.fromEntries(names.map((name) => [name, of(name)] as const).filter(([, values]) => values.length));
}

/** Everything that counts, as the cases write it. */
function teaching(counted: CountedLessons, terms: string[]) {
  const labelled = DOCUMENTS.filter((document) => counted.label(document) !== null);
  const rationales = (document: string) => CLASSES.flatMap((name) => counted.rationales(document, name).map(({ id }) => id)).sort();
  return {
    labels: Object.fromEntries(labelled.map((document) => [document, counted.label(document)])),
    skips: DOCUMENTS.filter((document) => counted.answer(document)?.kind === "skip"),
    exclusions: each(DOCUMENTS, (document) => CLASSES.filter((name) => counted.exclusion(document, name) !== null)),
    words: each(terms, (term) => CLASSES.filter((name) => counted.wordsOf(name).includes(term))),
    not_a_reason: each(terms, (term) => [...CLASSES, null].filter((name) => counted.notAReason(term, name) !== null)),
    rationales: each(DOCUMENTS, rationales),
    distinctions: DOCUMENTS.flatMap((document) => counted.distinctions(document).map(({ id }) => id)),
    descriptions: each(CLASSES, (name) => [counted.description(name)?.text ?? []].flat()),
    flags: each(DOCUMENTS, (document) => counted.flags(document).map(({ note }) => note)),
  };
}

for (const { name, entries, ...expected } of golden.cases) {
  test(`as the record has it: ${name}`, () => {
    const written = entries.map((entry) => ({ ...mark(entry.id), ...entry }) as Entry);
    const terms = [...new Set(written.flatMap((entry) => ("term" in entry ? entry.term : [])))];
    const nothing = teaching(new CountedLessons(), []);
    assert.deepEqual(teaching(countedOf(...written), terms), { ...nothing, ...expected });
  });
}

test("what is retracted is still known, and what nobody knows counts", () => {
  const counted = countedOf({ ...mark("1"), kind: "skip", document: "d" }, { ...mark("2"), kind: "retract", lesson: "1" });
  assert.deepEqual([counted.counts("1"), counted.counts("2"), counted.counts("3")], [false, true, true]);
  assert.equal(counted.entry("1")?.kind, "skip");
});

test("the same entry twice counts once", () => {
  const word: Entry = { ...mark("1"), kind: "word", term: "goal", class: "a" };
  const counted = countedOf(word, word, { ...mark("2"), kind: "retract", lesson: "1" }, { ...mark("2"), kind: "retract", lesson: "1" });
  assert.equal(counted.word("goal", "a"), null);
  counted.add({ ...mark("3"), kind: "retract", lesson: "2" });
  assert.equal(counted.word("goal", "a"), "1");
});

test("a refused entry is as if it had never been", () => {
  const counted = countedOf({ ...mark("1"), kind: "label", document: "d", class: "a" }, { ...mark("2"), kind: "label", document: "d", class: "b" }, { ...mark("3"), kind: "retract", lesson: "1" });
  counted.remove("2");
  assert.equal(counted.label("d"), null);
  counted.remove("3");
  assert.equal(counted.label("d"), "a");
});

test("the server's account can be taken back by its ids", () => {
  const taught: OwnLessons = {
    labels: { d: "a" },
    exclusions: { g: ["b"] },
    words: { goal: { a: 1, b: 1 } },
    not_a_reason: { the: [null], goal: ["c", null] },
    rationales: { d: [{ id: "r", class: "a", start: 0, end: 4, teacher: "ines", document: "d", time: "2026-01-02T03:04:05Z", seconds: null }] },
    flags: { e: "odd" },
    descriptions: { a: "goals" },
    skips: ["f"],
    ids: { "describe:a": "de", "label:d": "l", "word:goal:a": "wa", "word:goal:b": "wb", "not_a_reason:the:": "n", "flag:e": "fl", "skip:f": "s", "exclude:g:b": "x" },
  };
  const counted = countedOf(...accountEntries(taught));
  assert.equal(counted.label("d"), "a");
  assert.equal(counted.exclusion("g", "b"), "x");
  assert.equal(counted.notAReason("the"), "n");
  assert.notEqual(counted.notAReason("goal", "c"), null);
  assert.deepEqual(counted.flags("e").map(({ note }) => note), ["odd"]);
  assert.equal(counted.description("a")?.text, "goals");
  for (const lesson of ["de", "l", "wa", "n", "fl", "s", "r"]) counted.add({ ...mark(`back ${lesson}`), kind: "retract", lesson });
  assert.equal(counted.label("d"), null);
  assert.deepEqual(counted.wordsOf("a"), []);
  assert.deepEqual(counted.wordsOf("b"), ["goal"]);
  assert.deepEqual(counted.flags("e"), []);
  assert.equal(counted.answer("f"), null);
  assert.equal(counted.description("a"), null);
  assert.deepEqual(counted.rationales("d", "a"), []);
});
