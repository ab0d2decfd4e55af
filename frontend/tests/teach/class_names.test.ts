import assert from "node:assert/strict";
import { test } from "node:test";
import { namedSo, namesIn, spread } from "../../src/teach/start/class_names";

test("a pasted list names each class once", () => {
  assert.deepEqual(namesIn("bug\nbilling\n\nbilling\n how-to "), ["bug", "billing", "how-to"]);
  assert.deepEqual(namesIn("bug, billing"), ["bug", "billing"]);
});

test("two classes never differ in capitals alone", () => {
  assert.deepEqual(namesIn("Bug\nbilling\nbug\nBILLING"), ["Bug", "billing"]);
  assert.equal(namedSo("straße", ["Straße", "straßen"]), "Straße");
  assert.equal(namedSo("bu", ["bug"]), undefined);
});

test("texts to read come from all over the documents, and others at the next turn", () => {
  const all = Array.from({ length: 200 }, (_, at) => at);
  assert.deepEqual(spread(all, 4, 0), [0, 50, 100, 150]);
  assert.deepEqual(spread(all, 4, 1), [1, 51, 101, 151]);
  assert.deepEqual(new Set(spread(all, 8, 24)).size, 8);
  assert.deepEqual(spread([1, 2], 8, 3), [1, 2]);
});
