// The batch on the screen: what was asked, which of it is looked at, and how the next batch comes.
import { computed, effect, signal } from "@preact/signals";
import { refusedBy } from "../../api/answer";
import { call, query, type Refused, within } from "../../api/client";
import type { BatchDocument, DocumentDetails, ProjectNow, QuestionBatch } from "../../api/schema";
import { announce } from "../../shell/announce";
import { connected, fresh, heardUpTo, jobs } from "../../state/connection";
import { read, tabStore } from "../../state/storage";
import { allHeard, allSent, refreshTaught, taught, undoable } from "../../state/lessons/lessons";
import { project, refreshProject, study } from "../../state/session";
import { say } from "../../strings";

/** A row of the queue; one that is looked at again was not asked. */
export type Row = Omit<BatchDocument, "reason"> & {
  reason: BatchDocument["reason"] | "again";
  /** The number of the model whose guess it has; that of the batch, if none is named. */
  model?: number | null;
};

export const questions = signal<QuestionBatch | null>(null);
export const rows = signal<Row[]>([]);
/** The place in the queue; after the last row comes the card that ends the batch. */
export const place = signal(0);
export const asking = signal<{ since: number; refused: Refused | null }>({ since: 0, refused: null });

export const row = computed<Row | null>(() => rows.value[place.value] ?? null);

/** Whether the card at the end of the batch is on the screen. */
export const isDone = computed(() => questions.value !== null && place.value >= rows.value.length);

/** The number of the model that a row's guess is of: all that the card says is asked of it. */
export const modelOf = ({ model }: Row): number | undefined => model ?? questions.value?.model?.number;
/** The trial of a study that the batch belongs to. */
export const trial = signal<string | null>(null);

const STUDIED = [2, 100] as const; // documents and words in a round, as the paper ran it
const PATIENCE = 500;
const GLANCE = 250; // milliseconds before which nobody has seen what has just come
const LARGEST_KEPT = 1_000_000;
const keyOf = ({ name, teacher }: ProjectNow) => `teachback/${encodeURIComponent(name)}/${encodeURIComponent(teacher)}/batch`;

interface SavedBatch {
  questions: QuestionBatch;
  rows: Row[];
  trial: string | null;
  before: number | null;
}

/** Keep the batch for a reload, unless it is too large to be kept. */
export function keepBatch(open: ProjectNow): void {
  const size = rows.peek().reduce((sum, { text }) => sum + text.length, 0);
  const batch = { questions: { ...questions.peek(), documents: [] }, rows: rows.peek(), trial: trial.peek(), before: before.peek() };
  const isKept = size < LARGEST_KEPT && tabStore.set(keyOf(open), JSON.stringify(batch));
  if (!isKept) tabStore.remove(keyOf(open));
}

function keepPlace(open: ProjectNow): void {
  tabStore.set(`${keyOf(open)}/place`, String(place.peek()));
}

let unseen: { until: number; before: Row | null } | null = null;

/** Put other rows on the screen. They were asked for after a step; somebody who has gone on since is not waiting for them. */
function replaceRows(next: Row[], step: string): void {
  unseen = undoable.peek().last === step ? null : { until: performance.now() + GLANCE, before: row.peek() };
  rows.value = next;
  goTo(0);
}

/** The row on the screen and those that are answered. */
const stayingRows = () => rows.peek().filter((each) => each === row.peek() || isAnswered(each.id));

/**
 * Put other rows behind those that stay, of which there may be more than when the others were asked for: the batch grows no
 * longer. What stays has the guess of the model before, as long as there is the class that it guessed.
 */
function addRows(next: Row[], most: number): void {
  const current = row.peek();
  if (!current) return; // the card at the end of the batch stays
  const classes = project.peek()?.classes ?? [];
  const staying = stayingRows();
  const others = next.filter(({ id }) => staying.every((each) => each.id !== id));
  const kept = staying.map((each) => ({ ...each, model: each.model ?? before.peek(), guess: each.guess && classes.includes(each.guess.class) ? each.guess : null }));
  rows.value = [...kept, ...others.slice(0, Math.max(most - kept.length, 0))];
  goTo(staying.indexOf(current));
}

/** The document that an answer is meant for: the one before, as long as nobody can have seen the one on the screen. */
export function meant(): Row | null {
  return unseen && performance.now() < unseen.until ? unseen.before : row.peek();
}

/** The number of the model that the batch before came from, so that what changed can be told. */
export const before = signal<number | null>(null);

/** Documents of a batch that measures. */
export const MEASURED = 20;
/** Whether the batch on the screen is there to measure: drawn by chance, and kept out of training. */
export const isMeasuring = computed(() => rows.value.length > 0 && rows.value.every(({ check }) => check));

/** The batch that is asked for now. */
let coming: Promise<void> = Promise.resolve();

/**
 * Show a new batch: what was trained ahead, or what measures, which waits for a batch that is on its way. What is on the screen
 * stays until it is there, and after that if it is to.
 */
export function ask(measures = false, stays = false): Promise<void> {
  const open = project.peek();
  if (!open?.documents || open.classes.length < 2 || open.role === "viewer") return Promise.resolve();
  if (!asking.peek().since) coming = askFor(open, measures, stays);
  else if (measures) return coming.then(() => (project.peek()?.name === open.name ? ask(true) : undefined));
  return coming;
}

async function askFor(open: ProjectNow, measures: boolean, stays: boolean): Promise<void> {
  const mine = { since: performance.now(), refused: null };
  asking.value = mine;
  const running = study.peek()?.id ?? null;
  const { last } = undoable.peek();
  const heard = heardUpTo.peek();
  const [most, words] = running === null ? [open.settings.batch, open.settings.words] : STUDIED;
  const n = stays ? Math.max(most - stayingRows().length, 1) : most;
  try {
    await allSent(PATIENCE); // the server should not ask what was just answered
    const wait = open.model || questions.peek() === null ? undefined : 1; // something to read comes first, however it was chosen
    const path = measures ? within(open.name, "measure") + query({ n: MEASURED }) : within(open.name, "questions") + query({ n, words, wait });
    const answer = await call<QuestionBatch>("POST", path);
    if (asking.peek() !== mine) return; // another project was opened
    before.value = questions.peek()?.model?.number ?? null;
    questions.value = answer;
    if (stays && rows.peek().length) addRows(answer.documents, most);
    else replaceRows(answer.documents, running === trial.peek() ? last : undoable.peek().last); // a trial counts steps of its own
    trial.value = running;
    allHeard();
    const newest = heardUpTo.peek();
    fresh.value = newest !== heard && newest > (answer.model?.position ?? -1); // one may have come while this was on its way
    asking.value = { since: 0, refused: null };
    keepBatch(open);
    void refreshProject();
    askForStudy();
  } catch (error) {
    if (asking.peek() === mine) asking.value = { since: 0, refused: refusedBy(error) };
  }
}

/** Show a new batch because the person wants one; says why where there is none to be had. */
export function retrain(): void {
  if (connected.peek()) void ask();
  else announce(say.top.away);
}

/** Ask anew when the batch on the screen is not of the trial that runs. */
export function askForStudy(): void {
  if ((study.peek()?.id ?? null) !== trial.peek()) void ask();
}

export function goTo(at: number): void {
  place.value = Math.max(0, Math.min(at, rows.peek().length));
  const open = project.peek();
  if (open) keepPlace(open);
}

/** What the words of the start have taught asks the first questions, unless some of those on the screen are answered. */
export function askByNow(): void {
  const model = project.peek()?.model?.number;
  const batch = questions.peek();
  if (batch === null || rows.peek().some(({ id }) => isAnswered(id))) return;
  if (model !== undefined && batch.model?.number !== model) void ask();
  else isAwaited.value = true;
}

/** Whether the model that hears the words of the start is to ask, once it is there. */
const isAwaited = signal(false);

const isAnswered = (id: string) => taught.peek().counted.answer(id) !== null;

/** Go on to the next row without an answer, else to the card at the end. */
export function goOn(): void {
  const all = rows.peek();
  const from = place.peek();
  const open = [...all.keys()].filter((at) => at !== from && !isAnswered(all[at]?.id ?? ""));
  goTo(open.find((at) => at > from) ?? open[0] ?? all.length);
}

/** Show a document, wherever it is: in the queue, else fetched and put on top of it; with what a model said of it, if that is known. */
export async function lookAt(id: string, seen?: Pick<Row, "guess" | "model">): Promise<void> {
  const at = rows.peek().findIndex((each) => each.id === id);
  if (at >= 0) return goTo(at);
  const open = project.peek();
  if (!open) return;
  const { last } = undoable.peek();
  const whole = await call<DocumentDetails>("GET", within(open.name, "documents", id));
  if (project.peek()?.name !== open.name) return;
  const again: Row = { id, text: whole.text, why: "", reason: "again", guess: whole.guess, model: whole.model, check: false, alike: [], highlight: false, fields: whole.fields, ...seen };
  replaceRows([again, ...rows.peek()], last);
  keepBatch(open);
}

/** Bring the batch that was on the screen back, or ask for the first one. */
export function followBatch(): void {
  let last: ProjectNow | null = null;
  effect(() => {
    const open = project.value;
    if (!open) return;
    const earlier = last;
    last = open;
    if (earlier && keyOf(earlier) === keyOf(open)) {
      if (earlier.classes.join("\n") !== open.classes.join("\n")) {
        void refreshTaught().catch(() => {}); // what was taught of a class counts under the name that it has now
        void ask(false, true); // nothing else comes under her hand
      }
      return;
    }
    const saved = read<SavedBatch>(tabStore, keyOf(open));
    questions.value = saved?.questions ?? null;
    before.value = saved?.before ?? null;
    rows.value = saved?.rows ?? [];
    place.value = saved ? (read<number>(tabStore, `${keyOf(open)}/place`) ?? 0) : 0;
    trial.value = saved?.trial ?? null;
    asking.value = { since: 0, refused: null };
  });
  effect(() => {
    const { since, refused } = asking.value;
    if (project.value && questions.value === null && !since && !refused) void ask();
  });
  effect(() => {
    if (!isAwaited.value || !fresh.value || asking.value.since) return;
    isAwaited.value = false;
    if (!rows.peek().some(({ id }) => isAnswered(id))) void ask(false, true);
  });
  let known: unknown = null;
  effect(() => {
    const reading = jobs.value.reading;
    if (!reading?.finished || reading === known || !questions.value?.unread || isDone.value || asking.value.since) return;
    known = reading; // once: a server that was started again may be reading again
    void ask(false, true);
  });
  effect(() => {
    if (connected.value && asking.peek().refused?.unreachable) void ask();
  });
}
