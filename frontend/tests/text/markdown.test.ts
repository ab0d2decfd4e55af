import assert from "node:assert/strict";
import { test } from "node:test";
import { inline, parse } from "../../src/markdown/parse";

test("headings, paragraphs, lists, quotes, code and rules are told apart", () => {
  const text = "# Title\nOne\ntwo\n\n- a\n- b\n1. c\n2) d\n> said\n> so\n\n---\n```\n# not a heading\n```\n#### deep";
  assert.deepEqual(
    parse(text).map((block) => block.kind),
    ["heading", "paragraph", "list", "list", "quote", "rule", "code", "heading"],
  );
  assert.deepEqual(parse(text)[1], { kind: "paragraph", inside: ["One\ntwo"] });
  assert.deepEqual(parse(text)[6], { kind: "code", text: "# not a heading" });
  assert.equal((parse(text)[7] as { level: number }).level, 3);
});

test("emphasis, code and links are marked inside a line", () => {
  assert.deepEqual(inline("a **b** *c* `*d*` [e](https://f.example) _g_"), [
    "a ",
    { kind: "strong", inside: ["b"] },
    " ",
    { kind: "em", inside: ["c"] },
    " ",
    { kind: "code", text: "*d*" },
    " ",
    { kind: "link", inside: ["e"], to: "https://f.example" },
    " ",
    { kind: "em", inside: ["g"] },
  ]);
});

test("names with underscores and lone stars stay as they are", () => {
  assert.deepEqual(inline("not_a_reason and 2 * 3 * 4"), ["not_a_reason and 2 * 3 * 4"]);
});

test("a link that could run something stays text, and so does markup", () => {
  assert.deepEqual(inline("[x](javascript:alert(1)) <img src=x onerror=alert(1)>"), ["[x](javascript:alert(1)) <img src=x onerror=alert(1)>"]);
  assert.deepEqual(inline("[x](data:text/html,hi)"), ["[x](data:text/html,hi)"]);
});

test("lists in a guideline keep their items in order", () => {
  assert.deepEqual(parse("1. one\n2. **two**"), [
    { kind: "list", ordered: true, items: [["one"], [{ kind: "strong", inside: ["two"] }]] },
  ]);
});

test("an unclosed fence and quotes without end are read to the end", () => {
  assert.deepEqual(parse("```\nleft open"), [{ kind: "code", text: "left open" }]);
  assert.equal(parse(`${">".repeat(2000)} deep`).length, 1);
});
