import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntries } from "../../src/state/lessons/entries";
import { watch } from "../../src/state/stopwatch";

function secondsOf(...lessons: Parameters<typeof newEntries>[0]): (number | null)[] {
  const { lap } = watch;
  watch.lap = () => 6;
  try {
    return newEntries(lessons).map(({ seconds }) => seconds);
  } finally {
    watch.lap = lap;
  }
}

test("the seconds of a list are shared by its words, so that none of them took no time", () => {
  const word = (term: string, name = "a") => ({ kind: "word" as const, term, class: name });
  assert.deepEqual(secondsOf(word("orbit"), word("moon"), word("nasa")), [2, 2, 2]);
  assert.deepEqual(secondsOf(word("orbit"), word("orbit", "b")), [6, null]);
  assert.deepEqual(secondsOf(word("orbit"), { kind: "retract", lesson: "x" }), [6, null]);
});
