import assert from "node:assert/strict";
import { test } from "node:test";
import { holding, mostWanted, wordlessFirst } from "../../src/teach/words/columns";

test("classes without a label or a word come first, then those with the fewest words, else as they are", () => {
  const words: Record<string, number> = { bug: 4, billing: 0, spam: 0, praise: 1 };
  const of = (name: string) => words[name] ?? 0;
  assert.deepEqual(mostWanted(["bug", "billing", "spam", "praise"], new Set(["spam"]), of), ["spam", "billing", "praise", "bug"]);
  assert.deepEqual(mostWanted(["b", "a"], new Set(), () => 0), ["b", "a"]);
});

test("a class of which no word was said comes first, and everything else last", () => {
  assert.deepEqual(wordlessFirst(["bug", "billing", "other", "spam"], ["spam"], "other"), ["spam", "bug", "billing", "other"]);
  assert.deepEqual(wordlessFirst(["b", "a"], [], null), ["b", "a"]);
});

test("the column in which somebody types keeps its place, whatever is wanted more by now", () => {
  assert.deepEqual(holding({ name: "spam", at: 1 }, ["bug", "praise", "spam"]), ["bug", "spam", "praise"]);
  assert.deepEqual(holding({ name: "spam", at: 0 }, ["bug", "spam"]), ["spam", "bug"]);
  assert.deepEqual(holding({ name: "gone", at: 0 }, ["bug", "spam"]), ["bug", "spam"]);
  assert.deepEqual(holding(null, ["bug", "spam"]), ["bug", "spam"]);
});
