import assert from "node:assert/strict";
import { test } from "node:test";
import { roleOf, withoutColumn, withRole } from "../src/data/import/roles";
import { quoted } from "../src/data/export/project_address";

test("a column has the role that names it", () => {
  assert.equal(roleOf({ roles: { text: "Review", label: "Stars" }, texts: [] }, "Stars"), "label");
  assert.equal(roleOf({ roles: { text: "Review" }, texts: [] }, "Stars"), null);
  assert.equal(roleOf({ roles: { text: "Title" }, texts: ["Title", "Body"] }, "Body"), "text");
});

test("a second column of the text joins the first, and goes again", () => {
  const both = withRole({ roles: { text: "Title" }, texts: [] }, "Body", "text");
  assert.deepEqual(both, { roles: { text: "Title" }, texts: ["Title", "Body"] });
  assert.deepEqual(withRole(both, "Title", null), { roles: { text: "Body" }, texts: [] });
});

test("a role moves from one column to another", () => {
  assert.deepEqual(withRole({ roles: { text: "Body", label: "Stars" }, texts: [] }, "Topic", "label"), { roles: { text: "Body", label: "Topic" }, texts: [] });
});

test("a column that is left out leaves its role empty, so that it is not guessed again", () => {
  assert.deepEqual(withRole({ roles: { text: "Body", label: "Stars" }, texts: [] }, "Stars", null), { roles: { text: "Body", label: "" }, texts: [] });
});

test("two columns never share a role, and a column has one", () => {
  assert.deepEqual(withRole({ roles: { text: "Body", label: "Stars" }, texts: [] }, "Body", "label"), { roles: { text: "", label: "Body" }, texts: [] });
});

test("an address is quoted where a shell would take it apart", () => {
  assert.equal(quoted("/home/ines/mails.teachback"), "/home/ines/mails.teachback");
  assert.equal(quoted("postgresql+psycopg://ines@db/mails"), "postgresql+psycopg://ines@db/mails");
  assert.equal(quoted("/home/ines/it's here/$x"), "'/home/ines/it'\\''s here/$x'");
});

test("a role that was taken from its column is told until the file is imported", () => {
  assert.deepEqual(withoutColumn({ text: "Body", label: "", id: "Key" }), { label: "" });
});
