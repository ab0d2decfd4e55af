import assert from "node:assert/strict";
import { test } from "node:test";
import { news, type Said, withoutRefused } from "../src/state/lessons/news";

const lesson = (id: string, about = id): Said => ({ id, about, takes: null });
const takeBack = (id: string, takes: string, about = takes): Said => ({ id, about, takes });

test("what was said since counts once, and the last of several answers about one thing is one", () => {
  assert.equal(news([]), 0);
  assert.equal(news([lesson("a"), lesson("b")]), 2);
  assert.equal(news([lesson("a1", "answer d"), lesson("a2", "answer d")]), 1);
});

test("what was said and taken back since is nothing new, and again something when it is restored", () => {
  const undone = [lesson("a"), takeBack("u", "a")];
  assert.equal(news(undone), 0);
  assert.equal(news([...undone, takeBack("r", "u")]), 1);
  assert.equal(news([...undone, takeBack("r", "u"), takeBack("v", "a")]), 0);
});

test("taking back what was said before is one change, and none when it is restored", () => {
  const taken = [takeBack("u", "old")];
  assert.equal(news(taken), 1);
  assert.equal(news([...taken, takeBack("r", "u")]), 0);
  assert.equal(news([lesson("a", "answer d"), takeBack("u", "skip", "answer d")]), 1);
});

test("what the server refused counts nothing, nor does what took it back", () => {
  const said = [lesson("a"), lesson("bad"), takeBack("u", "bad")];
  assert.deepEqual(withoutRefused(said, "bad"), [lesson("a")]);
});
