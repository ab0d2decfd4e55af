import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../../src/state/lessons/entries";
import { CountedLessons } from "../../src/state/lessons/counting";
import type { Lesson } from "../../src/state/lessons/entries";
import { entriesOf, LessonLog, type Step } from "../../src/state/lessons/log";
import { retractionsOf, undoView } from "../../src/state/lessons/undo";
import { memoryStore } from "../../src/state/storage";

/** A log with the acts of a person; `reload` opens it anew, as the next page would. */
function page(shared = memoryStore(), tabs = memoryStore()) {
  const log = new LessonLog(shared, tabs, "", "this tab");
  const counted = new CountedLessons();
  let made = log.steps(null).length * 10;
  for (const step of log.steps(null)) for (const entry of entriesOf(step)) counted.add(entry);
  const write = (lessons: Lesson[], takesBack: string | null) => {
    const lines = lessons.map((lesson) => {
      const entry = { ...lesson, id: `e${made++}`, time: "", seconds: null } as Entry;
      counted.add(entry);
      return { entry, about: counted.about(entry), isSent: false };
    });
    return log.append({ trial: null, lines, takesBack });
  };
  const teach = (...lessons: Lesson[]) => write(lessons, null);
  const undo = (): Step | null => {
    const last = undoView(log.steps(null)).done.at(-1);
    return last ? write(retractionsOf(last), last.id) && last : null;
  };
  const redo = (): Step | null => {
    const last = undoView(log.steps(null)).undone.at(-1);
    return last ? write(retractionsOf(last.by), last.by.id) && last.step : null;
  };
  return { log, counted, teach, undo, redo, reload: () => page(shared, tabs) };
}

test("undo takes back and redo restores, again and again, by retractions alone", () => {
  const { log, counted, teach, undo, redo } = page();
  teach({ kind: "label", document: "d", class: "a" });
  teach({ kind: "label", document: "d", class: "b" });
  for (let round = 0; round < 3; round++) {
    undo();
    assert.equal(counted.label("d"), "a");
    undo();
    assert.equal(counted.label("d"), null);
    redo();
    redo();
    assert.equal(counted.label("d"), "b");
  }
  assert.ok(log.unsent().slice(2).every(({ kind }) => kind === "retract"));
});

test("a removal can be undone like anything else", () => {
  const { counted, teach, undo, redo } = page();
  teach({ kind: "word", term: "goal", class: "a" }, { kind: "word", term: "goal", class: "b" });
  teach({ kind: "retract", lesson: counted.word("goal", "a") ?? "" });
  assert.equal(counted.word("goal", "a"), null);
  undo();
  assert.notEqual(counted.word("goal", "a"), null);
  redo();
  assert.equal(counted.word("goal", "a"), null);
  undo();
  undo();
  assert.deepEqual(counted.wordsOf("a"), []);
  assert.deepEqual(counted.wordsOf("b"), []);
});

test("a new step ends what could be restored", () => {
  const { log, teach, undo, redo } = page();
  teach({ kind: "skip", document: "d" });
  undo();
  teach({ kind: "skip", document: "e" });
  assert.equal(redo(), null);
  assert.equal(undoView(log.steps(null)).done.length, 1);
});

test("what may be undone and restored survives a reload, sent or not", () => {
  const first = page();
  first.teach({ kind: "label", document: "d", class: "a" });
  first.teach({ kind: "skip", document: "e" });
  first.log.confirm(first.log.unsent().slice(0, 1));
  first.undo();
  first.undo();
  const second = first.reload();
  assert.equal(second.counted.label("d"), null);
  second.redo();
  assert.equal(second.counted.label("d"), "a");
  assert.equal(second.counted.answer("e"), null);
  second.redo();
  assert.equal(second.counted.answer("e")?.kind, "skip");
  assert.equal(second.redo(), null);
});

test("a refused entry leaves nothing to undo", () => {
  const { log, teach, undo } = page();
  const step = teach({ kind: "word", term: "two words", class: "a" });
  log.refuse(step.lines[0]?.entry.id ?? "");
  assert.equal(undo(), null);
});

test("what another tab did is undone there", () => {
  const shared = memoryStore();
  const other = new LessonLog(shared, memoryStore(), "", "another tab");
  other.append({ trial: null, lines: [{ entry: { id: "x", time: "", seconds: null, kind: "skip", document: "d" }, about: "d", isSent: false }], takesBack: null });
  const { log, undo } = page(shared);
  assert.deepEqual(log.unsent().map(({ id }) => id), ["x"]);
  assert.equal(undo(), null);
});
