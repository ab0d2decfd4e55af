import assert from "node:assert/strict";
import { test } from "node:test";
import { project, refreshProject, session } from "../../src/state/session";

test("an answer that a later one has overtaken is not shown", async () => {
  const answers: ((labels: number) => void)[] = [];
  globalThis.fetch = () => new Promise((resolve) => answers.push((labels) => resolve(Response.json({ name: "mails", role: "viewer", counts: { labels } }))));
  session.value = { projects: [{ name: "mails" }] } as never;
  const both = [refreshProject(), refreshProject()];
  answers[1]?.(2);
  await both[1];
  answers[0]?.(1);
  await both[0];
  assert.equal(project.value?.counts.labels, 2);
});
