import assert from "node:assert/strict";
import { test } from "node:test";
import { searchFor, sortedBy } from "../src/review/documents/field_filters";
import { usedFilters } from "../src/review/documents/filter_chips";
import { fromAddress, isNarrowed, selectionQuery, toAddress, toQuery } from "../src/review/documents/filters";
import { inSight, parts, searched } from "../src/review/documents/found_words";
import { cutText } from "../src/review/disputes/disputed_text";
import { nextOf } from "../src/review/disputes/disputes";
import { allOf, NONE, ticked } from "../src/review/selection/selection";
import { offeredBy, sentenceOf } from "../src/review/explanation/offered_lessons";
import { placeAfter } from "../src/review/documents/list_keys";
import { goneSpans, marksOf, PLAIN, toggled } from "../src/review/document/display";
import { most, right, shade, worst } from "../src/review/errors/confusion";
import { currentDocument } from "../src/review/document/current_document";
import { sinceListed } from "../src/review/documents/listed_documents";

const COMMON = { document: "7", time: "2026-01-02T03:04:05Z", seconds: null };

const MATRIX = { classes: ["hockey", "baseball"], counts: [[8, 2], [5, 15]] };

test("the matrix counts what is right and names the commonest confusion", () => {
  assert.equal(right(MATRIX), 23);
  assert.deepEqual(worst(MATRIX), { label: "baseball", predicted: "hockey", count: 5 });
  assert.equal(shade(MATRIX, 0, 1), 0.4);
  assert.equal(shade(MATRIX, 1, 1), 1);
});

test("a matrix without errors has no worst cell, and an empty row no shade", () => {
  const clean = { classes: ["a", "b"], counts: [[3, 0], [0, 0]] };
  assert.equal(worst(clean), null);
  assert.equal(shade(clean, 1, 1), 0);
});

test("of many classes the most confused stay, in their order", () => {
  const counts = [
    [9, 0, 0, 2],
    [0, 9, 0, 0],
    [1, 0, 9, 0],
    [0, 0, 0, 9],
  ];
  assert.deepEqual(most({ classes: ["a", "b", "c", "d"], counts }, 2), { classes: ["a", "d"], counts: [[9, 2], [0, 9]] });
  assert.deepEqual(most(MATRIX, 2), MATRIX);
});

test("filters come back from the address that they made", () => {
  const filters = fromAddress(new URLSearchParams("q=goal*&predicted=hockey&only=errors&sure=unsure&sort=loss"));
  assert.deepEqual(fromAddress(new URLSearchParams(toAddress(filters))), filters);
  assert.equal(isNarrowed(filters), true);
});

test("a field is searched by name and value, and sorted by", () => {
  assert.equal(searchFor("paid by", "credit card"), '"paid by":"credit card"');
  assert.deepEqual(sortedBy("by:-received"), { sort: "order", by: "-received" });
  assert.deepEqual(sortedBy("loss"), { sort: "loss", by: "" });
  const filters = fromAddress(new URLSearchParams("by=-received"));
  assert.equal(toQuery(filters, null, 50), "?sort=order&by=-received&limit=50");
  assert.equal(isNarrowed(filters), false);
});

test("what an address does not know is left out", () => {
  const filters = fromAddress(new URLSearchParams("only=everything&sort=wild&sure=certain"));
  assert.deepEqual(toAddress(filters), {});
  assert.equal(isNarrowed(filters), false);
});

test("the server is asked with shares, the order and the page", () => {
  const filters = fromAddress(new URLSearchParams("sure=fairly&label=a b"));
  assert.equal(toQuery(filters, "d7", 50), "?label=a+b&low=0.6&high=0.9&sort=order&after=d7&limit=50");
});

test("words taken away are found everywhere, in code points", () => {
  assert.deepEqual(goneSpans("💩 Waste, a waste; wasted", ["waste"]), [[2, 7], [11, 16]]);
});

test("a word is put back whatever its case", () => {
  assert.deepEqual(toggled(["Waste"], "waste"), []);
  assert.deepEqual(toggled(["a"], "b"), ["a", "b"]);
});

test("marks show the highlights of the label alone, and the reason in units of the browser", () => {
  const document = {
    id: "7",
    text: "💩 great pitcher",
    labels: {},
    final: null,
    rationales: [
      { ...COMMON, id: "r1", class: "baseball", start: 2, end: 7, teacher: "ines" },
      { ...COMMON, id: "r2", class: "hockey", start: 8, end: 15, teacher: "ines" },
    ],
    flags: [],
    guess: null,
    held_out: false,
    model: null,
    fields: [],
  };
  const explanation = {
    kind: "words" as const,
    sentence: "",
    class: "hockey",
    to: "baseball",
    words: ["pitcher"],
    spans: [[8, 15]] as [number, number][],
    sets: [],
    curve: [],
    status: "exact",
    probabilities: {},
    rule: null,
    model: 1,
    without: null,
    why_not: [],
  };
  assert.deepEqual(marksOf(document, "baseball", explanation, PLAIN), [
    { start: 3, end: 8, layer: "rationale" },
    { start: 9, end: 16, layer: "why" },
  ]);
  assert.equal(marksOf(document, null, explanation, { ...PLAIN, faded: true })[0]?.layer, "gone");
  const rule = { ...explanation, kind: "rule" as const, spans: [], words: ["great"] };
  assert.deepEqual(marksOf(document, null, rule, PLAIN), [{ start: 3, end: 8, layer: "why" }]);
});

test("offered lessons are read field by field, and others refused", () => {
  assert.deepEqual(offeredBy({ kind: "word", term: "goalie", class: "hockey", teacher: "x" }), { kind: "word", term: "goalie", class: "hockey" });
  assert.deepEqual(offeredBy({ kind: "not_a_reason", term: "the", class: null }), { kind: "not_a_reason", term: "the", class: null });
  assert.equal(offeredBy({ kind: "label", class: "hockey" }), null);
  assert.equal(offeredBy({ kind: "retract", lesson: "a1" }), null);
});

test("a label is told differently for this document and for another", () => {
  assert.equal(sentenceOf({ kind: "label", document: "7", class: "hockey" }, "7"), "This text is hockey");
  assert.equal(sentenceOf({ kind: "label", document: "412", class: "hockey" }, "7"), "Label 412 hockey");
});

test("walking a list begins at its beginning and ends at its end", () => {
  assert.deepEqual([placeAfter(-1, 1, 3), placeAfter(-1, -1, 3), placeAfter(0, -1, 3), placeAfter(1, 1, 3)], [0, 0, 0, 2]);
  assert.deepEqual([placeAfter(2, 1, 3), placeAfter(-1, 1, 0)], [null, null]);
});

const WHOLE = { id: "d1", text: "", labels: { ben: "hockey" }, final: null, rationales: [], guess: null, held_out: false, model: null, fields: [] };
const FLAGS = [
  { ...COMMON, id: "f1", teacher: "ben", note: "odd" },
  { ...COMMON, id: "f2", teacher: "ines", note: "" },
];

test("what was said here is a part of what is said of a document", () => {
  const document = { ...WHOLE, labels: { ines: "hockey", ben: "hockey" }, flags: FLAGS };
  const now = currentDocument(document, "ines", { label: "baseball", final: null, counts: (flag) => flag !== "f1" });
  assert.deepEqual(now.labels, { ines: "baseball", ben: "hockey" });
  assert.deepEqual(now.flags.map(({ id }) => id), ["f2"]);
  assert.deepEqual(currentDocument(document, "ines", { label: null, final: "hockey", counts: () => true }).labels, { ben: "hockey" });
});

test("a listed document shows what became of it, and the project's answer while teachers differ", () => {
  const listed = { id: "d1", snippet: "", label: null, guess: null, flagged: true, disputed: false };
  assert.deepEqual(sinceListed(listed, undefined), listed);
  assert.deepEqual(sinceListed(listed, { ...WHOLE, flags: [] }), { ...listed, label: "hockey", flagged: false });
  const differing = { ...WHOLE, labels: { ben: "hockey", ines: "baseball" }, flags: FLAGS };
  assert.deepEqual(sinceListed(listed, differing), listed);
  assert.equal(sinceListed(listed, { ...differing, final: "baseball" }).label, "baseball");
});

test("all that fit are selected but for those with a label, and one is ticked or no longer", () => {
  const found = { documents: ["a", "b", "c"], labelled: ["b"] };
  assert.deepEqual(allOf(found), { ids: new Set(["a", "c"]), left: 1 });
  assert.deepEqual(allOf({ ...found, labelled: ["a", "b", "c"] }).ids.size, 3);
  assert.deepEqual(ticked(allOf(found), "a"), { ids: new Set(["c"]), left: 1 });
  assert.equal(ticked(ticked(NONE, "a"), "a"), NONE);
});

test("words and phrases of a search are marked where they stand, and fields are none", () => {
  assert.deepEqual(searched('lamp "send back" source:email inv*'), ["send back", "lamp", "inv*"]);
  assert.deepEqual(parts("I send  back the Invoices", ["send back", "inv*"]), ["I ", "send  back", " the ", "Invoices", ""]);
  assert.deepEqual(parts("resend it", ["send"]), ["resend it"]);
});

test("a word that was found late in a text is in sight", () => {
  const late = "Saudi oil minister foresees no need for new opec meeting";
  assert.deepEqual(inSight(parts(late, ["opec"])), ["…no need for new ", "opec", " meeting"]);
  assert.deepEqual(inSight(parts(late, ["oil"])), ["Saudi ", "oil", " minister foresees no need for new opec meeting"]);
  assert.deepEqual(inSight(parts(late, [])), [late]);
});

test("likes are kept in the address, and asked for one by one", () => {
  const filters = { ...fromAddress(new URLSearchParams({ like: '["a","b c"]' })) };
  assert.equal(selectionQuery(filters), "?&like=a&like=b%20c");
  assert.deepEqual(fromAddress(new URLSearchParams(toAddress(filters))), filters);
  assert.equal(fromAddress(new URLSearchParams({ like: "nonsense" })).like, "");
  assert.deepEqual(usedFilters(filters).map(({ value }) => value), ["2 documents"]);
});

test("the next dispute comes by itself, and what was put off comes last", () => {
  const queue = ["a", "b", "c"].map((id) => ({ id }));
  assert.equal(nextOf(queue, new Set(), []), 0);
  assert.equal(nextOf(queue, new Set(["a"]), ["b"]), 2);
  assert.equal(nextOf(queue, new Set(["a", "c"]), ["b"]), 1);
  assert.equal(nextOf(queue, new Set(["a", "b", "c"]), []), -1);
});

test("a disputed text is cut by code points where passages begin and end", () => {
  const found = cutText("😀 paid twice", [{ class: "billing", start: 2, end: 6 }]);
  assert.deepEqual(found, [
    { text: "😀 ", class: null },
    { text: "paid", class: "billing" },
    { text: " twice", class: null },
  ]);
});
