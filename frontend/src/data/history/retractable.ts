// Which single lessons and changes of classes a person can take back or bring back in the history.
import type { HistoryEntry } from "../../api/schema";

export interface Person {
  name: string;
  mayTeach: boolean;
  mayOwn: boolean;
}

/** Not undone one by one: documents come and go with their import, and what is held out or erased stays so. */
const STAY = ["retract", "documents_added", "document_erased", "held_out_drawn", "documents_drawn"];

/** What has to be taken back so that the line counts no more, or counts again; nothing where the person may not. */
export function retractable({ id, kind, teacher, active, act, by }: HistoryEntry, { name, mayTeach, mayOwn }: Person): string[] {
  if (act || STAY.includes(kind) || !mayTeach) return [];
  const goes = active ? [{ id, teacher }] : by;
  return goes.every((each) => mayOwn || each.teacher === name) ? goes.map((each) => each.id) : [];
}
