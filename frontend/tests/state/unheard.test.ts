import assert from "node:assert/strict";
import { test } from "node:test";
import type { Line } from "../../src/state/lessons/log";
import { unheardCount } from "../../src/state/lessons/unheard";

const mark = { time: "", seconds: null };
const lesson = (id: string, about = id): Line => ({ entry: { ...mark, id, kind: "skip", document: id }, about, isSent: true });
const takeBack = (id: string, taken: string, about = taken): Line => ({ entry: { ...mark, id, kind: "retract", lesson: taken }, about, isSent: true });

test("what was taught since counts once, and the last of several answers about one thing is one", () => {
  assert.equal(unheardCount([]), 0);
  assert.equal(unheardCount([lesson("a"), lesson("b")]), 2);
  assert.equal(unheardCount([lesson("a1", "answer d"), lesson("a2", "answer d")]), 1);
});

test("what was taught and taken back since is nothing new, and again something when it is restored", () => {
  const undone = [lesson("a"), takeBack("u", "a")];
  assert.equal(unheardCount(undone), 0);
  assert.equal(unheardCount([...undone, takeBack("r", "u")]), 1);
  assert.equal(unheardCount([...undone, takeBack("r", "u"), takeBack("v", "a")]), 0);
});

test("taking back what was taught before is one change, and none when it is restored", () => {
  const taken = [takeBack("u", "old")];
  assert.equal(unheardCount(taken), 1);
  assert.equal(unheardCount([...taken, takeBack("r", "u")]), 0);
  assert.equal(unheardCount([lesson("a", "answer d"), takeBack("u", "skip", "answer d")]), 1);
});
