// What the server tells by itself: one stream a project, opened again whenever it breaks.
import { API } from "./client";
import type { Accuracy, Estimate } from "./schema";

export interface Events {
  hello: { position: number };
  taught: { position: number; teachers: string[]; entries: number; documents: string[] };
  training: { since: number };
  trained: { position: number; learner: string; seconds: number; accuracy: Accuracy | null; expected: Estimate | null };
  progress: { job: string; what: string; done: number; total: number; finished: boolean; error: string | null; result: unknown };
  conflict: { document: string; said: Record<string, string> };
  bye: Record<string, never>;
}

/** The result of an import in its last `progress`: `problems` where rows were bad and so nothing was imported. */
export type Imported = { documents: number; left_out: string[]; notes: string[] } | { problems: string[]; total: number };

type Handlers = { [Name in keyof Events]?: (said: Events[Name]) => void };
const NAMES = ["hello", "taught", "training", "trained", "progress", "conflict", "bye"] as const;
const LONGEST_PAUSE = 10_000;

export interface Stream {
  /** Let go of it; `hurry` opens it again. */
  close(): void;
  /** Open it now, rather than after the pause. */
  hurry(): void;
}

/** Listen to a project; `connected` hears whether the server is there. */
export function listen(path: string, handlers: Handlers, connected: (there: boolean) => void): Stream {
  let source: EventSource | null = null;
  let timer = 0;
  let tries = 0;

  function open(): void {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(`${API}${path}`);
    source.onopen = () => {
      tries = 0;
      connected(true);
    };
    source.onerror = again;
    for (const name of NAMES) source.addEventListener(name, (event) => hear(name, event));
  }

  function hear<Name extends keyof Events>(name: Name, event: MessageEvent<string>): void {
    handlers[name]?.(JSON.parse(event.data) as Events[Name]);
    if (name === "bye") again();
  }

  function again(): void {
    source?.close();
    connected(false);
    clearTimeout(timer);
    timer = window.setTimeout(open, Math.min(400 * 2 ** tries++, LONGEST_PAUSE));
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
  }

  open();
  return { close, hurry: open };
}
