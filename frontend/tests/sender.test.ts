import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../src/api/client";
import type { Entry } from "../src/api/types";
import { memoryStore } from "../src/state/storage";
import { Sender, type Sending } from "../src/state/lessons/sender";

const entry = (id: string): Entry => ({ id, time: "", seconds: null, kind: "skip", document: id });
const retract = (id: string, lesson: string): Entry => ({ id, time: "", seconds: null, kind: "retract", lesson });

/** A server that keeps what it is sent; `answer` may refuse a batch first. */
function post(answer: (batch: Entry[]) => void = () => {}) {
  const kept: string[] = [];
  const states: Sending[] = [];
  const refused: string[] = [];
  const pauses: number[] = [];
  return {
    kept,
    states,
    pauses,
    async send(batch: Entry[]) {
      answer(batch);
      for (const { id } of batch) if (!kept.includes(id)) kept.push(id);
    },
    async pause(milliseconds: number) {
      pauses.push(milliseconds);
    },
    tell: (state: Sending) => void states.push(state),
    refusals: refused,
  };
}

function sender(answer?: (batch: Entry[]) => void, shelf = memoryStore(), now = () => 1) {
  const server = post(answer);
  const box = new Sender(shelf, "out/", { ...server, refused: (refusedEntry, why) => void server.refusals.push(`${refusedEntry.id}: ${why}`) }, now);
  return { box, server, shelf };
}

test("entries arrive in the order in which they were made, although the clock stands still or goes back", async () => {
  let clock = 1000;
  const { box, server } = sender(undefined, undefined, () => clock--);
  const ids = Array.from({ length: 130 }, (_, at) => `e${at}`);
  for (const id of ids) box.append([entry(id)]);
  await box.drain();
  assert.deepEqual(server.kept, ids);
  assert.equal(server.states.at(-1), "saved");
});

test("what was unsent when the page was closed is sent by the next one", async () => {
  const shelf = memoryStore();
  sender(undefined, shelf).box.append([entry("a"), entry("b")]);
  const { box, server } = sender(undefined, shelf, () => 2);
  box.append([entry("c")]);
  await box.drain();
  assert.deepEqual(server.kept, ["a", "b", "c"]);
  assert.equal(box.size, 0);
});

test("a server that is away is tried again, ever less often, and gets everything once", async () => {
  let away = 4;
  const { box, server } = sender(() => {
    if (away-- > 0) throw new Refused(away % 2 ? 0 : 503, "Unreachable", "away");
  });
  box.append([entry("a"), entry("b")]);
  await box.drain();
  assert.deepEqual(server.kept, ["a", "b"]);
  assert.deepEqual(server.pauses, [500, 1000, 2000, 4000]);
  assert.ok(server.states.includes("offline"));
});

test("an answer that got lost does not double a lesson", async () => {
  let lost = true;
  const { box, server } = sender((batch) => {
    if (!lost) return;
    lost = false;
    for (const { id } of batch) server.kept.push(id);
    throw new Refused(0, "Unreachable", "the answer got lost");
  });
  box.append([entry("a"), entry("b")]);
  await box.drain();
  assert.deepEqual(server.kept, ["a", "b"]);
});

test("a refused lesson is taken out with what would take it back, and the rest goes on", async () => {
  const { box, server } = sender((batch) => {
    const index = batch.findIndex(({ id }) => id === "bad");
    if (index >= 0) throw new Refused(400, "BadLesson", "no such word", { index, id: "bad" });
  });
  box.append([entry("a"), entry("bad"), retract("back", "bad"), entry("b")]);
  await box.drain();
  assert.deepEqual(server.kept, ["a", "b"]);
  assert.deepEqual(server.refusals, ["bad: no such word"]);
});

test("a batch refused without a word about which is sent one by one", async () => {
  const { box, server } = sender((batch) => {
    if (batch.some(({ id }) => id === "bad")) throw new Refused(422, "Invalid", "not valid");
  });
  box.append([entry("a"), entry("bad"), entry("b")]);
  await box.drain();
  assert.deepEqual(server.kept, ["a", "b"]);
  assert.deepEqual(server.refusals, ["bad: not valid"]);
});

test("signed out, everything waits; signed in again, it is sent", async () => {
  let signedIn = false;
  const { box, server } = sender(() => {
    if (!signedIn) throw new Refused(401, "NotSignedIn", "sign in");
  });
  box.append([entry("a")]);
  await box.drain();
  assert.equal(server.states.at(-1), "signed out");
  assert.equal(box.size, 1);
  signedIn = true;
  await box.drain();
  assert.deepEqual(server.kept, ["a"]);
});

test("without room in the browser a lesson is still sent", async () => {
  const full = { ...memoryStore(), set: () => false };
  const { box, server } = sender(undefined, full);
  box.append([entry("a"), entry("b")]);
  assert.equal(box.size, 2);
  await box.drain();
  assert.deepEqual(server.kept, ["a", "b"]);
});
