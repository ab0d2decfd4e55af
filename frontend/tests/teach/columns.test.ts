import assert from "node:assert/strict";
import { test } from "node:test";
import { keysFor } from "../../src/state/session";
import { mostWanted } from "../../src/teach/words/columns";

test("classes without a label or a word come first, then those with the fewest words, else as they are", () => {
  const words: Record<string, number> = { bug: 4, billing: 0, spam: 0, praise: 1 };
  const of = (name: string) => words[name] ?? 0;
  assert.deepEqual(mostWanted(["bug", "billing", "spam", "praise"], new Set(["spam"]), of), ["spam", "billing", "praise", "bug"]);
  assert.deepEqual(mostWanted(["b", "a"], new Set(), () => 0), ["b", "a"]);
  const found = (name: string) => (name === "b" ? 0.9 : 0.4);
  assert.deepEqual(mostWanted(["b", "a"], new Set(), () => 0, found), ["a", "b"]); // what is found of a class, not counts
});

test("a class keeps its key when another one goes, and everything else has 0", () => {
  const numbers = new Map([["bug", 0], ["spam", 2], ["other", 3], ["late", 11]]);
  assert.deepEqual([...keysFor(["bug", "spam", "other", "late"], numbers, "other")], [["bug", "1"], ["spam", "3"], ["late", "2"], ["other", "0"]]);
  assert.deepEqual([...keysFor(["spam"], numbers, null)], [["spam", "3"]]);
});
