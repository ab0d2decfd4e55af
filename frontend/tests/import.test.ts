import assert from "node:assert/strict";
import { test } from "node:test";
import { roleOf, withRole } from "../src/data/import/roles";
import { quoted } from "../src/data/export/project_address";

test("a column has the role that names it", () => {
  assert.equal(roleOf({ text: "Review", label: "Stars" }, "Stars"), "label");
  assert.equal(roleOf({ text: "Review" }, "Stars"), null);
});

test("a role moves from one column to another", () => {
  assert.deepEqual(withRole({ text: "Title" }, "Body", "text"), { text: "Body" });
});

test("a column that is left out leaves its role empty, so that it is not guessed again", () => {
  assert.deepEqual(withRole({ text: "Body", label: "Stars" }, "Stars", null), { text: "Body", label: "" });
});

test("two columns never share a role, and a column has one", () => {
  assert.deepEqual(withRole({ text: "Body", label: "Stars" }, "Body", "label"), { text: "", label: "Body" });
});

test("an address is quoted where a shell would take it apart", () => {
  assert.equal(quoted("/home/ines/mails.teachback"), "/home/ines/mails.teachback");
  assert.equal(quoted("postgresql+psycopg://ines@db/mails"), "postgresql+psycopg://ines@db/mails");
  assert.equal(quoted("/home/ines/it's here/$x"), "'/home/ines/it'\\''s here/$x'");
});
