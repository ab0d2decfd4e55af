import assert from "node:assert/strict";
import { test } from "node:test";
import golden from "../../../tests/record/golden/counting.json";
import { Ahead, NOTHING, plus, type Tally, type Told } from "../../src/state/lessons/ahead";
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

const labels = (position: number, labels: number): Told => ({ position, counts: { ...NOTHING, labels } });
const one: Tally = { ...NOTHING, labels: 1 };

test("an answer counts at once, and once, however late the server tells what", () => {
  const ahead = new Ahead();
  ahead.told(labels(10, 36));
  ahead.add("l", one);
  assert.equal(ahead.total().labels, 37);
  ahead.told(labels(10, 36)); // it has not heard of it
  assert.equal(ahead.total().labels, 37);
  ahead.kept(["l"], [11]);
  ahead.told(labels(10, 36));
  assert.equal(ahead.total().labels, 37);
  ahead.told(labels(11, 37));
  assert.equal(ahead.total().labels, 37);
});

test("numbers that have an answer and come before the server has said that it is kept do not count it twice", () => {
  const ahead = new Ahead();
  const seen: number[] = [];
  const see = () => seen.at(-1) === ahead.total().labels || seen.push(ahead.total().labels);
  ahead.told(labels(10, 36));
  ahead.add("l", one);
  ahead.sent(["l"]);
  see();
  ahead.told(labels(11, 37)); // they were asked for because of the announcement, and overtook the answer to the lesson
  see();
  ahead.kept(["l"], [11]);
  see();
  assert.deepEqual(seen, [37]);
});

test("numbers that were asked for before an answer was kept and come after it do not take it back", () => {
  const ahead = new Ahead();
  ahead.told(labels(10, 36));
  ahead.add("l", one);
  ahead.sent(["l"]);
  ahead.told(labels(10, 36));
  ahead.kept(["l"], [11]);
  assert.equal(ahead.total().labels, 37);
  ahead.told(labels(10, 36));
  assert.equal(ahead.total().labels, 37);
});

test("what came back unkept, or was refused, holds no numbers up", () => {
  const ahead = new Ahead();
  ahead.told(labels(10, 36));
  ahead.add("l", one);
  ahead.add("m", one);
  ahead.sent(["l", "m"]);
  ahead.told(labels(12, 40)); // a colleague's
  assert.equal(ahead.total().labels, 38);
  ahead.returned(["l", "m"]);
  assert.equal(ahead.total().labels, 42);
  ahead.sent(["l"]);
  ahead.told(labels(13, 41));
  ahead.remove("l");
  assert.equal(ahead.total().labels, 42);
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
  ahead.told({ position: 5, counts: NOTHING });
  assert.deepEqual(ahead.total(), NOTHING);
});
