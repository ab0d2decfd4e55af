// A document as the server sent it, brought up to date with what this page taught since.
import type { DocumentDetails } from "../../api/schema";

interface Since {
  /** My own label, if I have one. */
  label: string | null;
  /** What I settled just now, as an owner. */
  final: string | null;
  /** Whether a flag still counts. */
  counts: (flag: string) => boolean;
}

/** The document as it is now, seen by a teacher. */
export function currentDocument(document: DocumentDetails, me: string, { label, final, counts }: Since): DocumentDetails {
  const { [me]: _, ...others } = document.labels;
  return {
    ...document,
    labels: label === null ? others : { [me]: label, ...others },
    final: final ?? document.final,
    flags: document.flags.filter(({ id }) => counts(id)),
  };
}
