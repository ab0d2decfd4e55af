import assert from "node:assert/strict";
import { test } from "node:test";
import golden from "../../../tests/record/golden/counting.json";
import { Ahead, NOTHING, plus, type Tally } from "../../src/state/lessons/ahead";
import { CountedLessons } from "../../src/state/lessons/counting";
import type { Entry } from "../../src/state/lessons/entries";

const mark = { time: "", seconds: null };

/** What each entry changes, one after the other. */
function changes(entries: Entry[], counted = new CountedLessons()): Tally[] {
  return entries.map((entry) => {
    const before = counted.tally(entry);
    counted.add(entry);
    return plus(counted.tally(entry), before, -1);
  });
}

for (const { name, entries, ...expected } of golden.cases) {
  test(`what lessons change, one after the other, is what counts in the end: ${name}`, () => {
    const sum = changes(entries.map((entry) => ({ ...mark, ...entry }) as Entry)).reduce((all, each) => plus(all, each), NOTHING);
    const { labels = {}, words = {}, rationales = {}, skips = [] } = expected as Partial<Record<"labels" | "words" | "rationales", object>> & { skips?: string[] };
    const listed = (lists: object) => Object.values(lists).flat().length;
    assert.deepEqual(sum, { labels: Object.keys(labels).length, words: listed(words), rationales: listed(rationales), skips: skips.length });
  });
}

test("an answer counts at once, and once, however late the server tells what", () => {
  const ahead = new Ahead();
  const label: Entry = { ...mark, id: "l", kind: "label", document: "d", class: "a" };
  const [change = NOTHING] = changes([label]);
  ahead.add("l", change);
  assert.equal(ahead.total().labels, 1);
  ahead.told(10); // it has not heard of it
  assert.equal(ahead.total().labels, 1);
  ahead.kept(["l"], [11]);
  ahead.told(10);
  assert.equal(ahead.total().labels, 1);
  ahead.told(11);
  assert.deepEqual(ahead.total(), NOTHING);
});

test("what is changed, taken back and brought back again counts as it stands", () => {
  const said = [
    { ...mark, id: "l", kind: "label", document: "d", class: "a" },
    { ...mark, id: "m", kind: "label", document: "d", class: "b" },
    { ...mark, id: "u", kind: "retract", lesson: "m" },
    { ...mark, id: "v", kind: "retract", lesson: "l" },
    { ...mark, id: "w", kind: "retract", lesson: "v" },
  ] satisfies Entry[];
  assert.deepEqual(changes(said).map(({ labels }) => labels), [1, 0, 0, -1, 1]);
  const word: Entry = { ...mark, id: "x", kind: "word", term: "t", class: "a" };
  assert.deepEqual(changes([word, { ...word, id: "y", class: "b" }, { ...mark, id: "z", kind: "not_a_reason", term: "t", class: null }]).map(({ words }) => words), [1, 1, -2]);
});

test("what the server refuses, or another page has sent, is not counted on", () => {
  const ahead = new Ahead();
  ahead.add("a", { ...NOTHING, words: 1 });
  ahead.add("b", { ...NOTHING, words: 1 });
  ahead.remove("a");
  ahead.kept(["b"], []);
  assert.equal(ahead.total().words, 1);
  ahead.told(5);
  assert.deepEqual(ahead.total(), NOTHING);
});
