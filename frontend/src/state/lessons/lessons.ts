// Teaching from the page: a step is written to the log, and what follows from the log is shown at once and sent.
import { computed, effect, signal } from "@preact/signals";
import { call, Refused, within } from "../../api/client";
import type { OwnLessons } from "../../api/schema";
import type { Entry } from "./entries";
import { loadSession, project, study } from "../session";
import { localStore, tabStore } from "../storage";
import { Ahead, NOTHING, plus, type Tally } from "./ahead";
import { CountedLessons } from "./counting";
import { readDrafts, writeDrafts } from "./drafts";
import { type Lesson, newEntries, newId } from "./entries";
import { type DraftChange, entriesOf, LessonLog, type Span, type Step } from "./log";
import { recounted } from "./recount";
import { isPassing, Sender, type Sending } from "./sender";
import { retractionsOf, undoView } from "./undo";
import { unheardCount } from "./unheard";

/** What this teacher taught that counts; the wrapper is new after every change. `isKnown`: the server's account is in it. */
export const taught = signal<{ counted: CountedLessons; isKnown: boolean }>({ counted: new CountedLessons(), isKnown: false });
export const sending = signal<{ state: Sending; unsent: number; why: string }>({ state: "saved", unsent: 0, why: "" });
export const refusals = signal<{ entry: Entry; why: string }[]>([]);
/** Whether a step can be undone or restored, and the last one that stands. */
export const undoable = signal({ undo: false, redo: false, last: "" });
/** How much of what was taught the questions on the screen do not know. */
export const unheard = signal(0);
const total = signal(NOTHING);
/** How many lessons of each kind count: the server's numbers, and what it has not told yet of what was taught here. */
export const counts = computed<Tally>(() => (project.value ? total.value : NOTHING));

const MOST_STEPS = 200;

/** The log of the open project, as one teacher writes it. */
interface OpenLog {
  name: string;
  teacher: string;
  /** The keys of this project and teacher in the browser's stores. */
  prefix: string;
  log: LessonLog;
  sender: Sender;
  ahead: Ahead;
  /** The trial of a study that is taught in: it has steps and drafts of its own. */
  trial: string | null;
}

let open: OpenLog | null = null;
/** Whether a step was undone or restored since the server was asked what counts: it may have brought older lessons back. */
let isStale = false;
let wake: () => void = () => {};
let turns = 0;

/** Teach: one call is one step of undo. Answers the ids of the entries. */
export function dispatch(...lessons: Lesson[]): string[] {
  return entriesOf(step(lessons)).map(({ id }) => id);
}

/** Write down a step, which may take back another or change the passages highlighted before the label; then show and send it. */
export function step(lessons: Lesson[], drafts?: DraftChange, takesBack: string | null = null): Step {
  if (!open) throw new Error("No project is open.");
  if (drafts) setDrafts(drafts.document, drafts.after);
  const { counted, isKnown } = taught.peek();
  const lines = newEntries(lessons).map((entry) => {
    take(counted, entry);
    return { entry, about: counted.about(entry), isSent: false };
  });
  const written = open.log.append({ trial: open.trial, lines, takesBack, ...(drafts && { drafts }) });
  taught.value = { counted, isKnown };
  showSteps();
  if (lines.length) send();
  return written;
}

export function undo(): Step | null {
  const last = undoView(steps()).done.at(-1);
  if (!last) return null;
  isStale = true;
  if (last.drafts) setDrafts(last.drafts.document, last.drafts.before);
  step(retractionsOf(last), undefined, last.id);
  return last;
}

export function redo(): Step | null {
  const last = undoView(steps()).undone.at(-1);
  if (!last) return null;
  isStale = true;
  if (last.step.drafts) setDrafts(last.step.drafts.document, last.step.drafts.after);
  step(retractionsOf(last.by), undefined, last.by.id);
  return last.step;
}

/** Count an entry that the server does not count yet. */
function take(counted: CountedLessons, entry: Entry): void {
  const before = counted.tally(entry);
  counted.add(entry);
  open?.ahead.add(entry.id, plus(counted.tally(entry), before, -1));
  showCounts();
}

function showCounts(): void {
  total.value = open?.ahead.total() ?? NOTHING;
}

function steps(): Step[] {
  return open ? open.log.steps(open.trial) : [];
}

/** The prefix of what the open project, or the trial in it, keeps in the browser. */
function ownPrefix({ prefix, trial }: OpenLog): string {
  return trial === null ? prefix : `${prefix}trial/${encodeURIComponent(trial)}/`;
}

/** Work out anew what follows from the steps of this tab. */
function showSteps(): void {
  if (!open) return;
  const all = steps();
  const { done, undone } = undoView(all);
  undoable.value = { undo: done.length > 0, redo: undone.length > 0, last: done.at(-1)?.id ?? "" };
  const heard = tabStore.get(`${ownPrefix(open)}heard`) ?? "";
  unheard.value = unheardCount(all.filter(({ id }) => id > heard).flatMap(({ lines }) => lines));
}

/** The questions that came now know all that was taught. */
export function allHeard(): void {
  if (!open) return;
  tabStore.set(`${ownPrefix(open)}heard`, steps().at(-1)?.id ?? "");
  open.log.trim(open.trial, MOST_STEPS);
  showSteps();
}

/** The passages highlighted in a document that has no label yet. */
export function draftsOf(document: string): Span[] {
  return open ? readDrafts(ownPrefix(open), document) : [];
}

function setDrafts(document: string, spans: Span[]): void {
  if (!open) return;
  writeDrafts(ownPrefix(open), document, spans);
  taught.value = { ...taught.peek() };
}

/** Send what waits; one tab at a time does it, the others wait for their turn. */
export function send(): void {
  if (!open) return;
  const { log, sender, prefix } = open;
  const unsent = log.unsent().length;
  if (unsent && sending.peek().state !== "offline") sending.value = { state: "saving", unsent, why: "" };
  else sending.value = { ...sending.peek(), unsent };
  if (!navigator.locks) return void sender.drain();
  if (turns === 2) return; // one is sending, one waits for what came since
  turns++;
  void navigator.locks.request(`${prefix}send`, () => sender.drain()).finally(() => turns--);
}

/** Once everything is sent, or cannot be, or some milliseconds have passed. */
export function allSent(most: number): Promise<void> {
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
  const asked = open;
  if (!asked) return;
  const { trial, log } = asked;
  const [before, unsent] = [log.steps(trial), log.unsent()];
  const account = await call<OwnLessons>("GET", within(asked.name, "taught"));
  if (open !== asked || asked.trial !== trial) return;
  taught.value = { counted: recounted(account, { before, now: log.steps(trial), unsent }), isKnown: true };
}

/** This tab's name in the log; a reload keeps it. */
function tabName(): string {
  const name = tabStore.get("teachback/tab") ?? newId();
  tabStore.set("teachback/tab", name);
  return name;
}

function openLog(name: string, teacher: string): void {
  const prefix = `teachback/${encodeURIComponent(name)}/${encodeURIComponent(teacher)}/`;
  const log = new LessonLog(localStore, tabStore, prefix, tabName());
  const ahead = new Ahead();
  const sender = new Sender(log, {
    async send(entries) {
      const ids = entries.map(({ id }) => id);
      ahead.sent(ids);
      try {
        const { positions } = await call<{ positions: number[] }>("POST", within(name, "lessons"), { entries });
        ahead.kept(ids, positions);
      } catch (error) {
        if (error instanceof Refused && !isPassing(error)) ahead.returned(ids);
        throw error;
      } finally {
        showCounts();
      }
    },
    pause: (milliseconds) =>
      new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, milliseconds);
      }),
    tell(state, unsent, why) {
      if (open?.log !== log) return;
      sending.value = { state, unsent, why };
      if (state === "signed out") void loadSession();
      if (state !== "saved" || !isStale) return;
      isStale = false;
      void refreshTaught().catch(() => {});
    },
    refused(entry, why) {
      refusals.value = [...refusals.peek(), { entry, why }];
      if (open?.log !== log) return;
      const { counted, isKnown } = taught.peek();
      counted.remove(entry.id);
      ahead.remove(entry.id);
      taught.value = { counted, isKnown };
      showSteps();
      showCounts();
    },
  });
  open = { name, teacher, prefix, log, sender, ahead, trial: null };
  begin(open, study.peek()?.id ?? null);
  const { counted } = taught.peek();
  for (const entry of log.unsent()) take(counted, entry);
  taught.value = { counted, isKnown: false };
  send();
}

/** Begin with what the server says counts here: in a trial that is nothing of before it. */
function begin(at: OpenLog, trial: string | null): void {
  at.trial = trial;
  taught.value = { counted: new CountedLessons(), isKnown: false };
  showSteps();
  void refreshTaught().catch(() => {});
}

/** Teach the open project from now on, and warn before what is unsent would be lost sight of. */
export function followLessons(): void {
  effect(() => {
    const current = project.value;
    if (!current) return;
    const trial = study.value?.id ?? null;
    if (open?.name !== current.name || open.teacher !== current.teacher) openLog(current.name, current.teacher);
    else if (open.trial !== trial) begin(open, trial);
    open?.ahead.told(current);
    showCounts();
  });
  addEventListener("online", tryAgain);
  addEventListener("storage", ({ key }) => {
    if (!open || key === null || !open.log.owns(key)) return;
    open.ahead.kept(open.log.confirmStored(key), []);
    showCounts();
    sending.value = { ...sending.peek(), unsent: open.log.unsent().length };
  });
  addEventListener("beforeunload", (event) => {
    if (open?.log.unsent().length) event.preventDefault();
  });
}
