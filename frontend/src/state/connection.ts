// What the server tells by itself, as signals: nothing on the screen moves because of it, marks only appear.
import { effect, signal } from "@preact/signals";
import { listen, type Stream } from "../api/events";
import type { Events } from "../api/events";
import { within } from "../api/client";
import { refreshTaught, tryAgain } from "./lessons/lessons";
import { loadSession, projectName, refreshProject } from "./session";
import { paced } from "./pacing";

export const connected = signal(true);
/** A newer model than the questions on the screen come from is ready. */
export const fresh = signal(false);
/** The place in the record up to which the newest model has heard, as far as the server has told this page. */
export const heardUpTo = signal(-1);
/** When training began that is still going on, by this page's clock; 0 when none is. */
export const training = signal(0);
/** Documents that colleagues answered differently: who said what. */
export const conflicts = signal<Record<string, Record<string, string>>>({});
/** The last word of each long piece of work: imports, reading of the documents. */
export const jobs = signal<Record<string, Events["progress"]>>({});

const refreshSoon = paced(refreshProject);
let stream: Stream | null = null;
let wasAway = false;

function hear(there: boolean): void {
  connected.value = there;
  if (!there) {
    wasAway = true;
    void loadSession();
    return;
  }
  tryAgain();
  if (!wasAway) return;
  wasAway = false;
  training.value = 0;
  void loadSession();
  void refreshProject();
  void refreshTaught().catch(() => {});
}

/** Listen to the open project, whichever it is. */
export function followEvents(): void {
  effect(() => {
    const name = projectName.value;
    stream?.close();
    stream = null;
    fresh.value = false;
    heardUpTo.value = -1;
    training.value = 0;
    conflicts.value = {};
    if (name === null) return;
    stream = listen(
      within(name, "events"),
      {
        taught({ documents }) {
          const differing = Object.entries(conflicts.peek()).filter(([id]) => !documents.includes(id)); // what still differs is told anew
          if (documents.length) conflicts.value = Object.fromEntries(differing);
          refreshSoon();
        },
        training: () => { training.value = performance.now(); },
        trained({ position }) {
          training.value = 0;
          heardUpTo.value = position;
          fresh.value = true;
          refreshSoon();
        },
        conflict: (event) => { conflicts.value = { ...conflicts.peek(), [event.document]: event.said }; },
        progress(event) {
          jobs.value = { ...jobs.peek(), [event.job]: event };
          if (event.finished) refreshSoon();
        },
      },
      hear,
    );
  });
  addEventListener("online", () => stream?.hurry());
  document.addEventListener("visibilitychange", () => {
    clearTimeout(resting);
    if (document.hidden) resting = window.setTimeout(rest, REST_AFTER);
    else if (rested) stream?.hurry();
    rested = false;
  });
}

const REST_AFTER = 20_000;
let resting = 0;
let rested = false;

/** A browser has few connections to a server: a tab in the background closes its own. */
function rest(): void {
  stream?.close();
  rested = wasAway = true;
}
