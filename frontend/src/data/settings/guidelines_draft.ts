// What was written into the guidelines and not saved: kept in the browser, for each project and teacher.
import { read, localStore, type KeyValueStore } from "../../state/storage";

export interface Draft {
  text: string;
  /** The version that it was written on. */
  version: number;
}

export interface Drafts {
  read(): Draft | null;
  write(draft: Draft): void;
  drop(): void;
}

export function draftsOf(project: string, teacher: string, on: KeyValueStore = localStore): Drafts {
  const key = `teachback/${encodeURIComponent(project)}/${encodeURIComponent(teacher)}/guidelines`;
  return {
    read() {
      const stored = read<Partial<Draft>>(on, key);
      return typeof stored?.text === "string" && typeof stored.version === "number" ? { text: stored.text, version: stored.version } : null;
    },
    write: (draft) => void on.set(key, JSON.stringify(draft)),
    drop: () => on.remove(key),
  };
}
