import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../../src/state/lessons/entries";
import { taught } from "../../src/state/lessons/lessons";
import { rows } from "../../src/teach/queue/batch";
import { stepSentence } from "../../src/teach/lessons/step_sentence";

const mark = { time: "", seconds: null };
const lines = (entries: Entry[]) => entries.map((entry) => ({ entry, about: "", isSent: true }));
const word = (name: string): Entry => ({ ...mark, id: `w ${name}`, kind: "word", term: "refund", class: name });

test("a step is told by what it did, and to what", () => {
  assert.equal(stepSentence({ lines: lines([word("billing")]) }), "word “refund” for billing");
  assert.equal(stepSentence({ lines: lines([word("billing"), word("bug")]) }), "word “refund” for billing and bug");
  assert.equal(stepSentence({ lines: lines([{ ...mark, id: "l", kind: "label", document: "m12", class: "bug" }]) }), "label bug of #m12");
  assert.equal(stepSentence({ lines: lines([{ ...mark, id: "x", kind: "exclude", document: "m12", class: "bug" }]) }), "#m12 is not bug");
  assert.equal(stepSentence({ lines: lines([{ ...mark, id: "s", kind: "skip", document: "m12" }]) }), "skip of #m12");
  assert.equal(stepSentence({ lines: lines([{ ...mark, id: "n", kind: "not_a_reason", term: "hello", class: null }]) }), "“hello” is not a reason");
  const apart: Entry = { ...mark, id: "d", kind: "distinction", document: "m12", class: "bug", versus: "m3", term: "crash", present: true };
  assert.equal(stepSentence({ lines: lines([apart]) }), "distinction “crash” of #m12");
  const labels = ["a", "b"].map((document): Entry => ({ ...mark, id: document, kind: "label", document, class: "bug" }));
  assert.equal(stepSentence({ lines: lines(labels) }), "2 labels");
});

test("a removal is told by what it took back, a highlight by its words", () => {
  taught.peek().counted.add(word("billing"));
  assert.equal(stepSentence({ lines: lines([{ ...mark, id: "r", kind: "retract", lesson: "w billing" }]) }), "removal of word “refund” for billing");
  rows.value = [{ id: "m1", text: "🙂 pay me back", why: "", reason: "unsure", guess: null, check: false, alike: [], highlight: false, fields: [] }];
  const passage: Entry = { ...mark, id: "p", kind: "rationale", document: "m1", class: "bug", start: 2, end: 8 };
  assert.equal(stepSentence({ lines: lines([passage]) }), "passage “pay me”");
  assert.equal(stepSentence({ lines: lines([]), drafts: { document: "m1", before: [[2, 8]], after: [] } }), "passage “pay me”");
  assert.equal(stepSentence({ lines: lines([{ ...passage, document: "m2" }]) }), "highlighted passage of #m2");
});
