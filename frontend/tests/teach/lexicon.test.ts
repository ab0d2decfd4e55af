import assert from "node:assert/strict";
import { test } from "node:test";
import { stillNowhere, taughtByOthers, uncounted } from "../../src/teach/words/lexicon";

const line = (term: string, name: string | null, by: string[], documents = 1) => ({ term, class: name, by, documents });

test("a word was in no document until one has it; of the last ones the server may not have heard", () => {
  const told = [line("found by now", "bug", ["ines"], 2), line("qqzz", "bug", ["ines"], 0)];
  assert.deepEqual([...stillNowhere(new Set(["just typed", "found by now", "qqzz"]), told)], ["just typed", "qqzz"]);
});

test("words of one's own that nothing counts are looked for once each", () => {
  const told = [line("the", "bug", ["ines"], 0), line("the", "billing", ["ines"], 0), line("qqzz", "bug", ["ben"], 0), line("crash", "bug", ["ines"])];
  assert.deepEqual(uncounted(told, "ines"), ["the"]);
});

test("a word counts as a colleague's where somebody else taught it, whoever did too", () => {
  const told = [line("a", "bug", ["ines"]), line("b", "bug", ["ben"]), line("c", "bug", ["ines", "ben"]), line("d", null, ["ben"])];
  assert.deepEqual([...taughtByOthers(told, "ines")], [["bug", new Set(["b", "c"])]]);
});
