import assert from "node:assert/strict";
import { test } from "node:test";
import { csv } from "../src/charts/csv";

test("a table is a header and lines ended by CR LF", () => {
  assert.equal(csv({ columns: ["class", "labels"], rows: [["hockey", 3], ["baseball", null]] }), "class,labels\r\nhockey,3\r\nbaseball,\r\n");
});

test("commas, quotes and ends of lines are quoted", () => {
  assert.equal(csv({ columns: ['a "b"', "c,d"], rows: [["one\ntwo", "plain"]] }), '"a ""b""","c,d"\r\n"one\ntwo",plain\r\n');
});

test("a text that a spreadsheet would run is made harmless, a negative number stays a number", () => {
  assert.equal(csv({ columns: ["x"], rows: [["=1+1"], ["-word"], [-2.5]] }), "x\r\n'=1+1\r\n'-word\r\n-2.5\r\n");
});
