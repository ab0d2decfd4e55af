import assert from "node:assert/strict";
import { test } from "node:test";
import { Stopwatch } from "../../src/state/stopwatch";

/** A stopwatch, and how time passes for it. */
function started(at: string | null = "d1") {
  let now = 0;
  const watch = new Stopwatch(() => now);
  watch.turn(at);
  return { watch, pass: (seconds: number) => { now += seconds * 1000; } };
}

test("seconds are those since the last lesson, and a pause counts for a minute at most", () => {
  const { watch, pass } = started();
  pass(4);
  assert.equal(watch.lap("d1"), 4);
  pass(600);
  watch.stir();
  pass(2);
  assert.equal(watch.lap("d1"), 62);
});

test("time elsewhere does not count, and what comes back goes on", () => {
  const { watch, pass } = started();
  pass(3);
  watch.turn(null);
  pass(20);
  watch.stir();
  assert.equal(watch.lap("d1"), null); // nothing is measured there
  watch.turn("d1");
  pass(1.5);
  assert.equal(watch.lap("d1"), 4.5);
});

test("every document has its own time, also one that was left for a while or is answered late", () => {
  const { watch, pass } = started();
  pass(3);
  watch.turn("d2");
  pass(5);
  watch.turn("d1");
  pass(1);
  assert.equal(watch.lap("d1"), 4);
  watch.turn("d2");
  pass(2);
  watch.turn("d3");
  pass(0.1);
  assert.equal(watch.lap("d2"), 7);
  assert.equal(watch.lap("never on the screen"), 0.1);
});

test("a word takes the time of what is on the screen, and leaves none of it to the label", () => {
  const { watch, pass } = started("");
  pass(20); // no document is there yet
  watch.turn("d1");
  pass(3);
  assert.equal(watch.lap(), 3);
  pass(1);
  assert.equal(watch.lap("d1"), 1);
});

test("everything begins at zero after a reset, in the middle of a document too", () => {
  const { watch, pass } = started();
  pass(30);
  watch.turn("d2");
  pass(30);
  watch.reset();
  pass(2);
  assert.equal(watch.lap("d1"), 2);
  assert.equal(watch.lap("d2"), 0);
});
