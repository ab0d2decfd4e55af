import assert from "node:assert/strict";
import { test } from "node:test";
import type { HistoryLine } from "../src/data/answers";
import { told } from "../src/data/told";

function line(fields: Record<string, unknown> & { kind: string }): HistoryLine {
  return { position: 1, id: "a1", time: "", teacher: "ines", text: "in the server's words", active: true, act: null, ...fields };
}

test("lessons are told with their fields", () => {
  assert.equal(told(line({ kind: "word", term: "goalie", class: "hockey" }), new Map()), "said “goalie” speaks for hockey");
  assert.equal(told(line({ kind: "not_a_reason", term: "the", class: null }), new Map()), "said “the” is no reason");
});

test("what was taken back is told by what it was, also when that took something back itself", () => {
  const label = line({ kind: "label", id: "l", document: "d7", class: "hockey" });
  const undo = line({ kind: "retract", id: "u", lesson: "l" });
  const redo = line({ kind: "retract", id: "r", lesson: "u" });
  const known = new Map([label, undo].map((each) => [each.id, each]));
  assert.equal(told(undo, known), "took back: labelled d7 hockey");
  assert.equal(told(redo, known), "took back: took back: labelled d7 hockey");
  assert.equal(told(undo, new Map()), "took something back");
});

test("a kind that the page does not know keeps the server's words", () => {
  assert.equal(told(line({ kind: "something_new" }), new Map()), "in the server's words");
});

test("what was written as one is told as one", () => {
  const act = { documents: 1200, classes: ["bug", "billing"], lessons: { label: 1, something_new: 2 }, is_import: true };
  const sentence = "imported 1,200 documents, 1 label, 2 other entries and 2 classes";
  assert.equal(told(line({ kind: "classes_added", act }), new Map()), sentence);
  const back = { documents: 0, classes: [], lessons: { retract: 3 }, is_import: false };
  assert.equal(told(line({ kind: "retract", act: back }), new Map()), "took back 3 entries at once");
});
