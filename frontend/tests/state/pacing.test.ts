import assert from "node:assert/strict";
import { test } from "node:test";
import { paced } from "../../src/state/pacing";

/** A clock that goes on when it is told to; work that takes so many milliseconds, and when it was done. */
function watch(takes = 0) {
  let time = 0;
  let alarms: { at: number; ring: () => void }[] = [];
  const begun: number[] = [];
  const clock = {
    now: () => time,
    pause: (milliseconds: number) => new Promise<void>((ring) => void alarms.push({ at: time + milliseconds, ring })),
  };
  const soon = paced(async () => {
    begun.push(time);
    if (takes) await clock.pause(takes);
  }, clock);
  return {
    begun,
    soon,
    async until(end: number, every = 0) {
      while (time < end) {
        time += 10;
        if (every && time % every === 0) soon();
        for (const { ring } of alarms.filter(({ at }) => at <= time)) ring();
        alarms = alarms.filter(({ at }) => at > time);
        await new Promise((resolve) => setTimeout(resolve)); // whatever waited for an alarm goes on
      }
    },
  };
}

test("one event is followed at once, and several that come together only once", async () => {
  const { begun, soon, until } = watch();
  soon();
  soon();
  await until(100);
  soon();
  await until(5_000);
  soon();
  await until(8_000);
  assert.deepEqual(begun, [150, 5_150]);
});

test("events without an end are followed less and less often, but never not at all", async () => {
  const { begun, until } = watch();
  await until(20_000, 100);
  const pauses = begun.slice(1).map((at, before) => at - (begun[before] ?? 0));
  assert.deepEqual(pauses.slice(0, 3), [300, 600, 1200]);
  assert.ok(pauses.slice(3).every((each) => each === 2_000));
  assert.ok((begun.at(-1) ?? 0) > 17_000);
});

test("what comes while a slow server still answers is asked for after the answer", async () => {
  const { begun, soon, until } = watch(3_000);
  soon();
  await until(1_000);
  soon();
  await until(10_000);
  assert.deepEqual(begun, [150, 3_450]);
});
