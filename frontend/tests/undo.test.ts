import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../src/api/types";
import type { Lesson } from "../src/state/lessons/entries";
import { Picture } from "../src/state/lessons/picture";
import { UndoStack } from "../src/state/lessons/undo";

function desk() {
  const picture = new Picture();
  const record: Entry[] = [];
  let made = 0;
  const write = (lessons: Lesson[]) =>
    lessons.map((lesson) => {
      const entry = { ...lesson, id: `e${made++}`, time: "", seconds: null } as Entry;
      record.push(entry);
      picture.add(entry);
      return entry;
    });
  const stack = new UndoStack();
  const teach = (...lessons: Lesson[]) => stack.push({ entries: write(lessons) });
  return { picture, record, write, stack, teach };
}

test("undo takes back and redo restores, again and again, by retractions alone", () => {
  const { picture, record, write, stack, teach } = desk();
  teach({ kind: "label", document: "d", class: "a" });
  teach({ kind: "label", document: "d", class: "b" });
  for (let round = 0; round < 3; round++) {
    stack.undo(write);
    assert.equal(picture.label("d"), "a");
    stack.undo(write);
    assert.equal(picture.label("d"), null);
    stack.redo(write);
    stack.redo(write);
    assert.equal(picture.label("d"), "b");
  }
  assert.ok(record.slice(2).every(({ kind }) => kind === "retract"));
});

test("a removal can be undone like anything else", () => {
  const { picture, write, stack, teach } = desk();
  teach({ kind: "word", term: "goal", class: "a" }, { kind: "word", term: "goal", class: "b" });
  teach({ kind: "retract", lesson: picture.word("goal", "a") ?? "" });
  assert.equal(picture.word("goal", "a"), null);
  stack.undo(write);
  assert.notEqual(picture.word("goal", "a"), null);
  stack.redo(write);
  assert.equal(picture.word("goal", "a"), null);
  stack.undo(write);
  stack.undo(write);
  assert.deepEqual(picture.wordsOf("a"), []);
  assert.deepEqual(picture.wordsOf("b"), []);
});

test("a new step ends what could be redone", () => {
  const { write, stack, teach } = desk();
  teach({ kind: "skip", document: "d" });
  stack.undo(write);
  teach({ kind: "skip", document: "e" });
  assert.equal(stack.redo(write), null);
  assert.equal(stack.count, 1);
});

test("the stack survives a reload, and what was undone can be restored from it", () => {
  const { stack, write, teach } = desk();
  teach({ kind: "label", document: "d", class: "a" });
  stack.undo(write);
  const kept = new UndoStack(JSON.parse(JSON.stringify(stack)));
  const picture = new Picture();
  for (const entry of kept.entriesUndone()) picture.add(entry);
  assert.equal(picture.label("d"), null);
  kept.redo((lessons) => {
    const entries = lessons.map((lesson, at) => ({ ...lesson, id: `again${at}`, time: "", seconds: null }) as Entry);
    for (const entry of entries) picture.add(entry);
    return entries;
  });
  assert.equal(picture.label("d"), "a");
});

test("a refused entry leaves nothing to undo", () => {
  const { stack, write, teach, picture, record } = desk();
  teach({ kind: "word", term: "two words", class: "a" });
  const id = record[0]?.id ?? "";
  picture.remove(id);
  stack.forget(id);
  assert.equal(stack.undo(write), null);
  assert.deepEqual(picture.wordsOf("a"), []);
});
