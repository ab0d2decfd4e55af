import assert from "node:assert/strict";
import { test } from "node:test";
import type { HistoryEntry } from "../src/api/schema";
import { entrySentence } from "../src/data/history/entry_sentence";
import { retractable } from "../src/data/history/retractable";

function line(fields: Record<string, unknown> & { kind: string }): HistoryEntry {
  return { position: 1, id: "a1", time: "", teacher: "ines", text: "in the server's words", active: true, act: null, by: [], seconds: null, document_count: null, about: null, again: false, ...fields };
}

test("what is about many documents is told with their number, which the server sends as a number", () => {
  const held = line({ kind: "held_out_drawn", documents: ["d1"], document_count: 1200, text: "in 3 words" });
  assert.equal(entrySentence(held), "held out 1,200 documents");
});

test("lessons are told with their fields", () => {
  assert.equal(entrySentence(line({ kind: "word", term: "goalie", class: "hockey" })), "said “goalie” speaks for hockey");
  assert.equal(entrySentence(line({ kind: "not_a_reason", term: "the", class: null })), "said “the” is no reason");
  assert.equal(entrySentence(line({ kind: "exclude", document: "d7", class: "hockey" })), "said that d7 is not hockey");
  const passed = line({ kind: "words_passed_over", words: ["by", "for"], class: "hockey" });
  assert.equal(entrySentence(passed), "passed over “by” and “for” for hockey");
});

test("one thing that was taught of many documents at once is told as that, and a mixture by its parts", () => {
  const act = (lessons: Record<string, number>) => ({ documents: 0, classes: [], lessons, is_import: false, at_once: true }) as unknown as HistoryEntry["act"];
  const told = (lessons: Record<string, number>) => entrySentence(line({ kind: "label", act: act(lessons) }));
  assert.equal(told({ label: 12 }), "labelled 12 documents at once");
  assert.equal(told({ skip: 1 }), "set 1 document aside at once");
  assert.equal(told({ word: 2, retract: 0 }), "taught 2 words at once");
  assert.equal(told({ label: 2, word: 1 }), "taught 2 labels and 1 word at once");
});

test("what was taken back is told by what it was, and taking that back is bringing it back", () => {
  const about = { kind: "label", document: "d7", class: "hockey" };
  assert.equal(entrySentence(line({ kind: "retract", about })), "took back: labelled d7 hockey");
  assert.equal(entrySentence(line({ kind: "retract", about, again: true })), "brought back: labelled d7 hockey");
});

test("a kind that the page does not know keeps the server's words", () => {
  assert.equal(entrySentence(line({ kind: "something_new" })), "in the server's words");
});

test("what was written as one is told as one", () => {
  const act = { documents: 1200, classes: ["bug", "billing"], lessons: { label: 1, something_new: 2 }, is_import: true };
  const sentence = "imported 1,200 documents, 1 label, 2 other entries and 2 classes";
  assert.equal(entrySentence(line({ kind: "classes_added", act })), sentence);
  const back = { documents: 0, classes: [], lessons: { retract: 3 }, is_import: false };
  assert.equal(entrySentence(line({ kind: "retract", act: back })), "took back 3 entries at once");
});

const ines = { name: "ines", mayTeach: true, mayOwn: false };
const olga = { name: "olga", mayTeach: true, mayOwn: true };
const vera = { name: "vera", mayTeach: false, mayOwn: false };

test("a lesson is taken back by whoever taught it, and by owners", () => {
  const word = line({ kind: "word", id: "w", teacher: "ines" });
  assert.deepEqual(retractable(word, ines), ["w"]);
  assert.deepEqual(retractable(word, olga), ["w"]);
  assert.deepEqual(retractable(word, { ...ines, name: "ben" }), []);
  assert.deepEqual(retractable({ ...word, teacher: "vera" }, vera), []);
});

test("what was taken back is brought back by whoever took it back, and by owners", () => {
  const word = line({ kind: "word", id: "w", teacher: "ines", active: false, by: [{ id: "r", teacher: "olga" }] });
  assert.deepEqual(retractable(word, olga), ["r"]);
  assert.deepEqual(retractable(word, ines), []);
  assert.deepEqual(retractable({ ...word, by: [{ id: "r", teacher: "ines" }] }, ines), ["r"]);
});

test("imports, retractions and what is held out have other ways back, or none", () => {
  const act = { documents: 1, classes: [], lessons: {}, is_import: true };
  const lines = [line({ kind: "documents_added", act }), ...["documents_added", "held_out_drawn", "retract"].map((kind) => line({ kind }))];
  assert.deepEqual(lines.flatMap((each) => retractable(each, olga)), []);
});
