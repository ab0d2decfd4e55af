// Who is here, and the project that is open: what the server says, kept as signals.
import { computed, effect, signal } from "@preact/signals";
import { call, Refused, within } from "../api/client";
import type { ProjectNow, SessionNow, TrialNow } from "../api/schema";
import { route } from "./route";

export const session = signal<SessionNow | null>(null);
export const project = signal<ProjectNow | null>(null);
/** Reasons the page has nothing to show: the server's sentence, or that it could not be reached. */
export const failure = signal<Refused | null>(null);
/** The trial of a study that this teacher is in. */
export const study = signal<TrialNow | null>(null);

/** The project that the address names, else the first. */
export const projectName = computed(() => {
  const names = session.value?.projects.map(({ name }) => name) ?? [];
  const asked = route.value.query.get("project");
  return asked !== null && names.includes(asked) ? asked : (names[0] ?? null);
});

/** The name of the project that is here: unlike its numbers, it is the same until another one is opened. */
export const openName = computed(() => project.value?.name ?? null);

export const signedOut = computed(() => session.value !== null && session.value.user === null);
export const mayTeach = computed(() => project.value !== null && project.value.role !== "viewer");
/** Whether accounts are this person's to manage: those of the server, not of one project. */
export const ownsServer = computed(() => session.value?.user?.role === "owner");
export const mayOwn = computed(() => project.value?.role === "owner");

/** The number of each class, for its colour and its key: it stays the same whatever becomes of other classes. */
export const classNumbers = computed(() => new Map(Object.entries(project.value?.class_numbers ?? {})));

/** The CSS class that colours a class's things; everything else is grey. */
export function tint(name: string): string {
  if (name === project.value?.rest) return "class-rest";
  const at = classNumbers.value.get(name);
  return at === undefined ? "" : `class-${at % 8}`;
}

/** How many documents nobody has answered. */
export const openDocuments = computed(() => {
  const open = project.value;
  return open ? Math.max(open.documents - open.counts.labels - open.counts.skips, 0) : 0;
});

/** The key of each class that has one: its number's digit where that is free, 0 for everything else. */
export const classKeys = computed(() => keysFor(project.value?.classes ?? [], classNumbers.value, project.value?.rest ?? null));

export function keysFor(classes: readonly string[], numbers: ReadonlyMap<string, number>, rest: string | null): Map<string, string> {
  const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ...(rest === null ? ["0"] : [])];
  const others = classes.filter((name) => name !== rest);
  const keys = new Map(others.flatMap((name) => (digits[numbers.get(name) ?? Number.NaN] === undefined ? [] : [[name, digits[numbers.get(name) ?? 0] ?? ""] as const])));
  const free = digits.filter((digit) => ![...keys.values()].includes(digit));
  for (const name of others) if (!keys.has(name) && free.length) keys.set(name, free.shift() ?? "");
  if (rest !== null) keys.set(rest, "0");
  return keys;
}

/** Fewer checked documents say little about the accuracy. */
export const ENOUGH_CHECKS = 10;

const AGAIN = 2000;
let waiting: ReturnType<typeof setTimeout> | undefined;

export async function loadSession(): Promise<void> {
  clearTimeout(waiting);
  try {
    const answer = await call<SessionNow>("GET", "/session");
    session.value = answer;
    failure.value = null;
    void refreshStudy();
  } catch (error) {
    fail(error);
    if (!session.peek()) waiting = setTimeout(() => void loadSession(), AGAIN);
  }
}

let asked = 0; // times that the project's numbers were asked for
let shown = 0; // the last of these of which the answer was shown

/** Ask for the open project's numbers again; what is shown stays until the answer is there. An answer that a later one
 * has overtaken is not shown. */
export async function refreshProject(): Promise<void> {
  const name = projectName.peek();
  if (name === null) return;
  asked += 1;
  const turn = asked;
  try {
    const answer = await call<ProjectNow>("GET", within(name));
    const first = project.peek()?.name !== name;
    if (name === projectName.peek() && turn > shown) {
      shown = turn;
      project.value = answer;
    }
    failure.value = null;
    if (first) void refreshStudy();
  } catch (error) {
    fail(error);
  }
}

/** Ask whether this teacher's trial runs: it hides the scores, and ends by its clock. */
export async function refreshStudy(): Promise<void> {
  const name = project.peek()?.name;
  if (name === undefined || !mayTeach.peek()) return;
  const answer = await call<TrialNow | null>("GET", within(name, "study")).catch(() => undefined);
  if (answer !== undefined) study.value = answer?.running ? answer : null;
}

/** An answer of 401 is the sign-in form's; anything else is shown where there is nothing else to show. */
function fail(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
  if (error.status === 401) {
    const known = session.peek();
    session.value = known ? { ...known, user: null } : { user: null, team: true, version: "", projects: [], study: null, provider: null };
  } else if (project.peek() === null || !error.unreachable) {
    failure.value = error;
  }
}

/** Load the project whenever another one is named. */
export function followProject(): void {
  effect(() => {
    const name = projectName.value;
    if (project.peek()?.name !== name) {
      project.value = null;
      const trial = session.peek()?.study;
      study.value = trial?.project === name ? trial : null; // known before anything is asked that a trial hides
    }
    if (name !== null) void refreshProject();
  });
}
