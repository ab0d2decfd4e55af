import assert from "node:assert/strict";
import { test } from "node:test";
import type { OwnLessons } from "../../src/api/schema";
import { NOTHING, plus } from "../../src/state/lessons/ahead";
import type { CountedLessons } from "../../src/state/lessons/counting";
import type { Entry, Lesson } from "../../src/state/lessons/entries";
import { LessonLog } from "../../src/state/lessons/log";
import { recounted } from "../../src/state/lessons/recount";
import { retractionsOf, undoView } from "../../src/state/lessons/undo";
import { memoryStore } from "../../src/state/storage";

const EMPTY: OwnLessons = { labels: {}, exclusions: {}, words: {}, not_a_reason: {}, rationales: {}, flags: {}, descriptions: {}, skips: [], ids: {} };
const LABEL_B: OwnLessons = { ...EMPTY, labels: { d: "b" }, ids: { "label:d": "second" } };
const mark = { time: "", seconds: null };

/** A log whose steps the server has, of entries with ids that are given. */
function sentLog() {
  const log = new LessonLog(memoryStore(), memoryStore(), "", "this tab");
  const write = (entries: Entry[], takesBack: string | null = null) =>
    log.append({ trial: null, takesBack, lines: entries.map((entry) => ({ entry, about: entry.id, isSent: true })) });
  const teach = (id: string, lesson: Lesson) => write([{ ...mark, ...lesson, id } as Entry]);
  const undo = (id: string) => {
    const last = undoView(log.steps(null)).done.at(-1);
    if (last) write(retractionsOf(last).map((lesson) => ({ ...mark, ...lesson, id }) as Entry), last.id);
  };
  return { log, teach, undo, known: () => ({ before: log.steps(null), now: log.steps(null), unsent: [] }) };
}

/** What taking an entry back changes at once. */
function takingBack(lesson: string, counted: CountedLessons) {
  const entry: Entry = { ...mark, id: `not ${lesson}`, kind: "retract", lesson };
  const before = counted.tally(entry);
  counted.add(entry);
  return plus(counted.tally(entry), before, -1);
}

test("a document that was answered twice is still labelled when the second answer is undone after the account came", () => {
  const { teach, undo, known } = sentLog();
  teach("first", { kind: "label", document: "d", class: "a" });
  teach("second", { kind: "label", document: "d", class: "b" });
  teach("word", { kind: "word", term: "t", class: "a" });
  undo("not word"); // the account is asked for, and tells only the label that counts
  const counted = recounted(LABEL_B, known());
  assert.equal(counted.label("d"), "b");
  assert.deepEqual(takingBack("second", counted), NOTHING); // neither one label fewer now and one more once the server tells
  assert.equal(counted.label("d"), "a");
  assert.equal(takingBack("first", counted).labels, -1);
});

test("a word that was rejected since comes back at once when that is undone", () => {
  const { teach, known } = sentLog();
  teach("word", { kind: "word", term: "t", class: "a" });
  teach("rejection", { kind: "not_a_reason", term: "t", class: null });
  const counted = recounted({ ...EMPTY, not_a_reason: { t: [null] }, ids: { "not_a_reason:t:": "rejection" } }, known());
  assert.equal(counted.word("t", "a"), null);
  assert.equal(takingBack("rejection", counted).words, 1);
});

test("what was taken back elsewhere does not count, whatever this tab remembers", () => {
  const { teach, known } = sentLog();
  teach("first", { kind: "label", document: "d", class: "a" });
  teach("second", { kind: "label", document: "d", class: "b" });
  teach("word", { kind: "word", term: "t", class: "a" });
  assert.equal(recounted(LABEL_B, known()).word("t", "a"), null);
  const counted = recounted(EMPTY, known());
  assert.equal(counted.label("d"), null);
  const renamed = recounted({ ...LABEL_B, labels: { d: "new name" } }, known());
  assert.equal(renamed.label("d"), "new name");
});

test("what is undone and restored while the account is on its way is as it stands here", () => {
  const { log, teach, undo } = sentLog();
  teach("first", { kind: "label", document: "d", class: "a" });
  teach("second", { kind: "label", document: "d", class: "b" });
  const before = log.steps(null);
  undo("not second");
  const undone = recounted(LABEL_B, { before, now: log.steps(null), unsent: [] });
  assert.equal(undone.label("d"), "a");
  const heard = { ...EMPTY, labels: { d: "a" }, ids: { "label:d": "first" } };
  const restored = recounted(heard, { before, now: log.steps(null), unsent: [] });
  restored.add({ ...mark, id: "again", kind: "retract", lesson: "not second" });
  assert.equal(restored.label("d"), "b");
});
