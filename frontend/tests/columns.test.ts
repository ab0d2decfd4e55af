import assert from "node:assert/strict";
import { test } from "node:test";
import { mostWanted } from "../src/teach/columns";

test("classes without a label or a word come first, then those with the fewest words, else as they are", () => {
  const words: Record<string, number> = { bug: 4, billing: 0, spam: 0, praise: 1 };
  const of = (name: string) => words[name] ?? 0;
  assert.deepEqual(mostWanted(["bug", "billing", "spam", "praise"], new Set(["spam"]), of), ["spam", "billing", "praise", "bug"]);
  assert.deepEqual(mostWanted(["b", "a"], new Set(), () => 0), ["b", "a"]);
});
