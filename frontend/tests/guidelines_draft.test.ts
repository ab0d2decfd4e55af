import assert from "node:assert/strict";
import { test } from "node:test";
import { draftsOf } from "../src/data/settings/guidelines_draft";
import { memoryStore } from "../src/state/storage";

test("a draft is kept until it is dropped, for one project and one teacher", () => {
  const shelf = memoryStore();
  const drafts = draftsOf("mails", "ines", shelf);
  assert.equal(drafts.read(), null);
  drafts.write({ text: "# In doubt: bug", version: 3 });
  assert.deepEqual(draftsOf("mails", "ines", shelf).read(), { text: "# In doubt: bug", version: 3 });
  assert.equal(draftsOf("mails", "ben", shelf).read(), null);
  assert.equal(draftsOf("mail", "s/ines", shelf).read(), null);
  drafts.drop();
  assert.equal(drafts.read(), null);
});

test("what is kept and is no draft is as good as none", () => {
  const shelf = memoryStore();
  const drafts = draftsOf("mails", "ines", shelf);
  drafts.write({ text: "", version: 1 });
  for (const key of shelf.keys("")) shelf.set(key, '{"text": 7}');
  assert.equal(drafts.read(), null);
});
