// What counts by the server's account, which tells no answer that another one stands over, with what this tab knows besides.
import type { OwnLessons } from "../../api/schema";
import { accountEntries } from "./account";
import { CountedLessons } from "./counting";
import type { Entry } from "./entries";
import { entriesOf, type Step } from "./log";
import { undoView } from "./undo";

/** The steps of this tab when the server was asked for its account, and now; and what it was not sent by then. */
export interface Known {
  before: Step[];
  now: Step[];
  unsent: Entry[];
}

/**
 * An account told anew, in which every step of this tab can be undone or restored: the answer before the one that counts is in
 * it, to be the one that counts if that is taken back, and what was undone. What was written since the server was asked is, too.
 */
export function recounted(account: OwnLessons, { before, now, unsent }: Known): CountedLessons {
  const counted = new CountedLessons();
  const add = (entries: Iterable<Entry>) => {
    for (const entry of entries) counted.add(entry);
  };
  const told = [...accountEntries(account)];
  const undone = [...undoView(before).undone, ...undoView(now).undone].flatMap(({ step, by }) => [...entriesOf(step), ...entriesOf(by)]);
  const apart = new Set([...told, ...undone, ...unsent].map(({ id }) => id));
  const earlier = undoView(before).done.flatMap(entriesOf).filter((entry) => entry.kind !== "retract" && !apart.has(entry.id));
  add(earlier);
  add(told);
  // The server would have told what nothing stands over: it was taken back elsewhere.
  for (const { id } of earlier.reverse()) if (counted.isLastWord(id) !== false) counted.remove(id);
  add(undone); // last, as they were taught: else one that is restored would stand below those before it
  add(unsent);
  const old = new Set(before);
  for (const step of now) if (!old.has(step)) add(entriesOf(step));
  return counted;
}
