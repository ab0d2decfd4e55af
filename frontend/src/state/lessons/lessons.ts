// Teaching from the page: the picture changes at once, the outbox carries the lessons to the server, undo takes them back.
import { effect, signal } from "@preact/signals";
import { call, within } from "../../api/client";
import type { Entry, Taught } from "../../api/types";
import { type Lesson, written } from "./entries";
import { read, localStore, tabStore } from "../storage";
import { news, type Said, saidBy, withoutRefused } from "./news";
import { Sender, type Sending } from "./sender";
import { entriesOf, Picture } from "./picture";
import { loadSession, project, study } from "../session";
import { type Span, type Step, UndoStack } from "./undo";

/** What this teacher has taught; read `.value.picture`, the wrapper is new after every change. */
export const taught = signal<{ picture: Picture; known: boolean }>({ picture: new Picture(), known: false });
export const sending = signal<{ state: Sending; unsent: number; why: string }>({ state: "saved", unsent: 0, why: "" });
export const refusals = signal<{ entry: Entry; why: string }[]>([]);
/** What can be taken back and restored, and how many steps count in all. */
export const undoable = signal({ undo: false, redo: false, steps: 0 });

/** How much of what was taught the questions on the screen do not know. */
export const unheard = signal(0);

interface Desk {
  name: string;
  teacher: string;
  prefix: string;
  outbox: Sender;
  /** The trial of a study that is taught in: it has steps and passages of its own, under a prefix of its own. */
  trial: string | null;
  own: string;
  stack: UndoStack;
  said: Said[];
  since: Entry[];
}

/** Whether a step was taken back or restored since the server was asked what counts. */
let stale = false;
let desk: Desk | null = null;
let wake: () => void = () => {};
let turns = 0;

/** Teach: one call is one step of undo. Answers the ids of what was written. */
export function dispatch(...lessons: Lesson[]): string[] {
  return step(lessons).entries.map(({ id }) => id);
}

/** A step that also changes the passages marked before the label. */
export function step(lessons: Lesson[], drafts?: Step["drafts"]): Step {
  const entries = write(lessons);
  const done: Step = drafts ? { entries, drafts } : { entries };
  if (drafts) setDrafts(drafts.document, drafts.after);
  desk?.stack.push(done);
  keepStack();
  return done;
}

export function undo(): Step | null {
  const undone = desk?.stack.undo(write) ?? null;
  stale = true;
  if (undone?.drafts) setDrafts(undone.drafts.document, undone.drafts.before);
  keepStack();
  return undone;
}

export function redo(): Step | null {
  const redone = desk?.stack.redo(write) ?? null;
  stale = true;
  if (redone?.drafts) setDrafts(redone.drafts.document, redone.drafts.after);
  keepStack();
  return redone;
}

function write(lessons: Lesson[]): Entry[] {
  if (!desk) throw new Error("No project is open.");
  const entries = written(lessons);
  desk.outbox.append(entries);
  desk.since.push(...entries);
  const { picture, known } = taught.peek();
  for (const entry of entries) picture.add(entry);
  keepSaid([...desk.said, ...entries.map((entry) => saidBy(entry, picture.about(entry)))]);
  taught.value = { picture, known };
  if (entries.length) send();
  return entries;
}

function keepStack(): void {
  if (!desk) return;
  tabStore.set(`${desk.own}steps`, JSON.stringify(desk.stack));
  undoable.value = { undo: desk.stack.canUndo, redo: desk.stack.canRedo, steps: desk.stack.count };
}

function keepSaid(said: Said[]): void {
  if (!desk) return;
  desk.said = said;
  tabStore.set(`${desk.own}said`, JSON.stringify(said));
  unheard.value = news(said);
}

/** The questions that came now know all that was taught. */
export function allHeard(): void {
  keepSaid([]);
}

/** The passages marked in a document that has no label yet. */
export function draftsOf(document: string): Span[] {
  return (desk && read<Span[]>(localStore, `${desk.own}draft/${document}`)) ?? [];
}

function setDrafts(document: string, spans: Span[]): void {
  if (!desk) return;
  const key = `${desk.own}draft/${document}`;
  if (spans.length) localStore.set(key, JSON.stringify(spans));
  else localStore.remove(key);
  taught.value = { ...taught.peek() };
}

/** Send what waits; one tab at a time does it, the others wait for their turn. */
export function send(): void {
  if (!desk) return;
  const { outbox, prefix } = desk;
  const unsent = outbox.size;
  if (unsent && sending.peek().state !== "offline") sending.value = { state: "saving", unsent, why: "" };
  else sending.value = { ...sending.peek(), unsent };
  if (!navigator.locks) return void outbox.drain();
  if (turns === 2) return; // one is sending, one waits for what came since
  turns++;
  void navigator.locks.request(`${prefix}send`, () => outbox.drain()).finally(() => turns--);
}

/** Once everything is sent, or cannot be, or so many milliseconds have passed. */
export function settled(most: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, most);
    const stop = effect(() => {
      const { state, unsent } = sending.value;
      if (!unsent || state !== "saving") queueMicrotask(done);
    });
  });
}

/** There is reason to hope that the server can be reached again. */
export function tryAgain(): void {
  wake();
  send();
}

let asking: Promise<void> | null = null;

/** Ask the server anew what counts, keeping what it cannot have heard yet; one question at a time. */
export async function refreshTaught(): Promise<void> {
  while (asking) await asking.catch(() => {});
  asking = askTaught().finally(() => {
    asking = null;
  });
  return asking;
}

async function askTaught(): Promise<void> {
  const open = desk;
  if (!open) return;
  const { stack } = open;
  const unsent = open.outbox.unsent();
  open.since = [];
  const said = await call<Taught>("GET", within(open.name, "taught"));
  if (desk !== open || open.stack !== stack) return;
  const picture = new Picture();
  for (const entry of stack.entriesUndone()) picture.add(entry);
  for (const entry of entriesOf(said)) picture.add(entry);
  for (const entry of [...unsent, ...open.since]) picture.add(entry);
  taught.value = { picture, known: true };
}

function openDesk(name: string, teacher: string): void {
  const prefix = `teachback/${encodeURIComponent(name)}/${encodeURIComponent(teacher)}/`;
  const outbox = new Sender(localStore, `${prefix}out/`, {
    async send(entries) {
      await call("POST", within(name, "lessons"), { entries });
    },
    pause: (milliseconds) =>
      new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, milliseconds);
      }),
    tell(state, unsent, why) {
      if (desk?.outbox !== outbox) return;
      sending.value = { state, unsent, why };
      if (state === "signed out") void loadSession();
      if (state !== "saved" || !stale) return;
      stale = false;
      void refreshTaught().catch(() => {});
    },
    refused(entry, why) {
      refusals.value = [...refusals.peek(), { entry, why }];
      if (desk?.outbox !== outbox) return;
      const { picture, known } = taught.peek();
      picture.remove(entry.id);
      taught.value = { picture, known };
      desk.stack.forget(entry.id);
      keepStack();
      keepSaid(withoutRefused(desk.said, entry.id));
    },
  });
  desk = { name, teacher, prefix, outbox, trial: null, own: prefix, stack: new UndoStack(), said: [], since: [] };
  sitDown(desk, study.peek()?.id ?? null);
  const { picture } = taught.peek();
  for (const entry of outbox.unsent()) picture.add(entry);
  taught.value = { picture, known: false };
  send();
}

/** Begin with a clean desk, and what the server says counts here: in a trial nothing of before is on it. */
function sitDown(at: Desk, trial: string | null): void {
  at.trial = trial;
  at.own = trial === null ? at.prefix : `${at.prefix}trial/${encodeURIComponent(trial)}/`;
  at.stack = new UndoStack(read(tabStore, `${at.own}steps`));
  at.since = [];
  taught.value = { picture: new Picture(), known: false };
  keepStack();
  keepSaid(read<Said[]>(tabStore, `${at.own}said`) ?? []);
  void refreshTaught().catch(() => {});
}

/** Teach the open project from now on, and warn before what is unsent would be lost sight of. */
export function followLessons(): void {
  effect(() => {
    const open = project.value;
    if (!open) return;
    const trial = study.value?.id ?? null;
    if (desk?.name !== open.name || desk.teacher !== open.teacher) openDesk(open.name, open.teacher);
    else if (desk.trial !== trial) sitDown(desk, trial);
  });
  addEventListener("online", tryAgain);
  addEventListener("storage", ({ key }) => {
    if (desk && key?.startsWith(`${desk.prefix}out/`)) sending.value = { ...sending.peek(), unsent: desk.outbox.size };
  });
  addEventListener("beforeunload", (event) => {
    if (desk?.outbox.size) event.preventDefault();
  });
}
