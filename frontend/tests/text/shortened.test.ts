import assert from "node:assert/strict";
import { test } from "node:test";
import { short } from "../../src/text/shortened";

test("a long name is cut with an ellipsis, and never through a character", () => {
  assert.equal(short("bug"), "bug");
  assert.equal(short("x".repeat(40)), "x".repeat(40));
  assert.equal(short("x".repeat(41)), `${"x".repeat(39)}…`);
  assert.equal(short("🐛🐛🐛🐛", 3), "🐛🐛…");
  assert.equal(short("how to export", 8), "how to…");
});
