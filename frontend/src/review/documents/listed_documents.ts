// A list of documents keeps its order and length while one is looked at; what becomes of that one is shown in it all the same.
import { useCallback, useState } from "preact/hooks";
import type { DocumentDetails, ListedDocument } from "../../api/schema";

type Said = Pick<ListedDocument, "label"> & Partial<Pick<ListedDocument, "flagged" | "disputed" | "skipped">>;

/** A listed document as it is now; where teachers differ, the project's answer stays the one that was listed. */
export function sinceListed<T extends Said>(listed: T, current: DocumentDetails | undefined): Omit<T, keyof Said> & Said {
  if (!current) return listed;
  const flagged = current.flags.length > 0;
  const answers = new Set(Object.values(current.labels));
  if (current.final === null && answers.size > 1) return { ...listed, flagged };
  return { ...listed, flagged, disputed: false, label: current.final ?? [...answers][0] ?? null };
}

/** The documents that were looked at since the list was asked for, how to tell of another, and how to ask for the list anew. */
export function useSinceListed(again: () => void): { known: Record<string, DocumentDetails>; tell: (current: DocumentDetails) => void; refresh: () => void } {
  const [known, setKnown] = useState<Record<string, DocumentDetails>>({});
  const tell = useCallback((current: DocumentDetails) => setKnown((before) => ({ ...before, [current.id]: current })), []);
  const refresh = () => {
    setKnown({});
    again();
  };
  return { known, tell, refresh };
}
