import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../src/api/client";
import type { Entry } from "../../src/state/lessons/entries";
import { memoryStore } from "../../src/state/storage";
import { LessonLog } from "../../src/state/lessons/log";
import { Sender, type Sending } from "../../src/state/lessons/sender";

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

/** Where the browser keeps the log. */
const stores = () => ({ shared: memoryStore(), tabs: memoryStore() });

function sender(answer?: (batch: Entry[]) => void, { shared, tabs } = stores(), now = () => 1) {
  const server = post(answer);
  const log = new LessonLog(shared, tabs, "", "this tab", now);
  const sending = new Sender(log, { ...server, refused: (entry, why) => void server.refusals.push(`${entry.id}: ${why}`) });
  const append = (...entries: Entry[]) => log.append({ trial: null, lines: entries.map((entry) => ({ entry, about: entry.id, isSent: false })), takesBack: null });
  return { log, sending, append, server };
}

test("entries arrive in the order in which they were made, although the clock stands still or goes back", async () => {
  let clock = 1000;
  const { sending, append, server } = sender(undefined, undefined, () => clock--);
  const ids = Array.from({ length: 130 }, (_, at) => `e${at}`);
  for (const id of ids) append(entry(id));
  await sending.drain();
  assert.deepEqual(server.kept, ids);
  assert.equal(server.states.at(-1), "saved");
});

test("what was unsent when the page was closed is sent by the next one", async () => {
  const kept = stores();
  sender(undefined, kept).append(entry("a"), entry("b"));
  const { log, sending, append, server } = sender(undefined, kept, () => 2);
  append(entry("c"));
  await sending.drain();
  assert.deepEqual(server.kept, ["a", "b", "c"]);
  assert.equal(log.unsent().length, 0);
});

test("a server that is away is tried again, ever less often, and gets everything once", async () => {
  let away = 4;
  const { sending, append, server } = sender(() => {
    if (away-- > 0) throw new Refused(away % 2 ? 0 : 503, "Unreachable", "away");
  });
  append(entry("a"), entry("b"));
  await sending.drain();
  assert.deepEqual(server.kept, ["a", "b"]);
  assert.deepEqual(server.pauses, [500, 1000, 2000, 4000]);
  assert.ok(server.states.includes("offline"));
});

test("an answer that got lost does not double a lesson", async () => {
  let lost = true;
  const { sending, append, server } = sender((batch) => {
    if (!lost) return;
    lost = false;
    for (const { id } of batch) server.kept.push(id);
    throw new Refused(0, "Unreachable", "the answer got lost");
  });
  append(entry("a"), entry("b"));
  await sending.drain();
  assert.deepEqual(server.kept, ["a", "b"]);
});

test("a refused lesson is taken out with what would take it back, and the rest goes on", async () => {
  const { sending, append, server } = sender((batch) => {
    const index = batch.findIndex(({ id }) => id === "bad");
    if (index >= 0) throw new Refused(400, "BadLesson", "no such word", { index, id: "bad" });
  });
  append(entry("a"), entry("bad"), retract("back", "bad"), entry("b"));
  await sending.drain();
  assert.deepEqual(server.kept, ["a", "b"]);
  assert.deepEqual(server.refusals, ["bad: no such word"]);
});

test("a batch refused without a word about which is sent one by one", async () => {
  const { sending, append, server } = sender((batch) => {
    if (batch.some(({ id }) => id === "bad")) throw new Refused(422, "Invalid", "not valid");
  });
  append(entry("a"), entry("bad"), entry("b"));
  await sending.drain();
  assert.deepEqual(server.kept, ["a", "b"]);
  assert.deepEqual(server.refusals, ["bad: not valid"]);
});

test("signed out, everything waits; signed in again, it is sent", async () => {
  let signedIn = false;
  const { log, sending, append, server } = sender(() => {
    if (!signedIn) throw new Refused(401, "NotSignedIn", "sign in");
  });
  append(entry("a"));
  await sending.drain();
  assert.equal(server.states.at(-1), "signed out");
  assert.equal(log.unsent().length, 1);
  signedIn = true;
  await sending.drain();
  assert.deepEqual(server.kept, ["a"]);
});

test("without room in the browser a lesson is still sent", async () => {
  const none = { ...memoryStore(), set: () => false };
  const { log, sending, append, server } = sender(undefined, { shared: none, tabs: none });
  append(entry("a"), entry("b"));
  assert.equal(log.unsent().length, 2);
  await sending.drain();
  assert.deepEqual(server.kept, ["a", "b"]);
});

test("a step is in one place: shared until all of it is sent, then this tab's own", async () => {
  const kept = stores();
  const { sending, append, log } = sender(undefined, kept);
  const { id } = append(entry("a"), entry("b"));
  assert.deepEqual([kept.shared.keys(""), kept.tabs.keys("")], [[`lessons/${id}`], []]);
  log.confirm([entry("a")]);
  assert.deepEqual(log.unsent(), [entry("b")]);
  assert.deepEqual([kept.shared.keys(""), kept.tabs.keys("")], [[`lessons/${id}`], []]);
  await sending.drain();
  assert.deepEqual([kept.shared.keys(""), kept.tabs.keys("")], [[], [`lessons/${id}`]]);
});

test("what a closed tab left unsent is sent by another, which cannot undo it", async () => {
  const shared = memoryStore();
  sender(undefined, { shared, tabs: memoryStore() }).append(entry("a"));
  const log = new LessonLog(shared, memoryStore(), "", "another tab", () => 2);
  assert.deepEqual(log.unsent(), [entry("a")]);
  log.confirm([entry("a")]);
  assert.deepEqual([shared.keys(""), log.unsent(), log.steps(null)], [[], [], []]);
});

test("a tab keeps its step when another has sent it", () => {
  const kept = stores();
  const { append, log } = sender(undefined, kept);
  const { id } = append(entry("a"));
  new LessonLog(kept.shared, memoryStore(), "", "another tab").confirm([entry("a")]);
  log.confirmStored(`lessons/${id}`);
  assert.deepEqual(log.unsent(), []);
  assert.deepEqual(kept.tabs.keys(""), [`lessons/${id}`]);
});

test("what a former version of the page left unsent is sent first", async () => {
  const kept = stores();
  kept.shared.set("out/00000000000000007-0a", JSON.stringify(entry("old")));
  const { sending, append, server } = sender(undefined, kept);
  append(entry("new"));
  await sending.drain();
  assert.deepEqual(server.kept, ["old", "new"]);
  assert.deepEqual(kept.shared.keys(""), []);
});

test("only the last steps are kept once they are sent", () => {
  const { append, log } = sender();
  for (let at = 0; at < 5; at++) append(entry(`e${at}`));
  log.confirm([entry("e0"), entry("e1"), entry("e3")]);
  log.trim(null, 2);
  assert.deepEqual(log.steps(null).map(({ lines }) => lines[0]?.entry.id), ["e2", "e3", "e4"]);
});

test("lessons wait, and the person is told, while the project's file is not the one that was opened", async () => {
  let tries = 0;
  const { sending, append, server } = sender(() => {
    if (tries++ < 2) throw new Refused(503, "FileChanged", "mails.teachback was removed");
  });
  append(entry("a"));
  await sending.drain();
  assert.deepEqual(server.states, ["saving", "file changed", "file changed", "saved"]);
  assert.deepEqual(server.kept, ["a"]);
});
