import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../src/api/types";
import { taught } from "../src/state/lessons/lessons";
import { rows } from "../src/teach/queue/batch";
import { told } from "../src/teach/lessons/step_sentence";

const mark = { time: "", seconds: null };
const word = (name: string): Entry => ({ ...mark, id: `w ${name}`, kind: "word", term: "refund", class: name });

test("a step is told by what it did, and to what", () => {
  assert.equal(told({ entries: [word("billing")] }), "word “refund” for billing");
  assert.equal(told({ entries: [word("billing"), word("bug")] }), "word “refund” for billing and bug");
  assert.equal(told({ entries: [{ ...mark, id: "l", kind: "label", document: "m12", class: "bug" }] }), "label bug of #m12");
  assert.equal(told({ entries: [{ ...mark, id: "x", kind: "exclude", document: "m12", class: "bug" }] }), "#m12 is not bug");
  assert.equal(told({ entries: [{ ...mark, id: "s", kind: "skip", document: "m12" }] }), "skip of #m12");
  assert.equal(told({ entries: [{ ...mark, id: "n", kind: "not_a_reason", term: "hello", class: null }] }), "“hello” is not a reason");
  const apart: Entry = { ...mark, id: "d", kind: "distinction", document: "m12", class: "bug", versus: "m3", term: "crash", present: true };
  assert.equal(told({ entries: [apart] }), "difference “crash” of #m12");
  const labels = ["a", "b"].map((document): Entry => ({ ...mark, id: document, kind: "label", document, class: "bug" }));
  assert.equal(told({ entries: labels }), "2 labels");
});

test("a removal is told by what it took back, a highlight by its words", () => {
  taught.peek().picture.add(word("billing"));
  assert.equal(told({ entries: [{ ...mark, id: "r", kind: "retract", lesson: "w billing" }] }), "removal of word “refund” for billing");
  rows.value = [{ id: "m1", text: "🙂 pay me back", why: "", reason: "unsure", guess: null, check: false, alike: [], highlight: false }];
  const passage: Entry = { ...mark, id: "p", kind: "rationale", document: "m1", class: "bug", start: 2, end: 8 };
  assert.equal(told({ entries: [passage] }), "highlight “pay me”");
  assert.equal(told({ entries: [], drafts: { document: "m1", before: [[2, 8]], after: [] } }), "highlight “pay me”");
  assert.equal(told({ entries: [{ ...passage, document: "m2" }] }), "highlight of #m2");
});
