// The word whose places in the text are shown: under the pointer or the focus in a column.
import { signal } from "@preact/signals";

export const shownTerm = signal("");

/** What makes a word show its places in the text while it is pointed at or focused. */
export function shows(term: string) {
  return {
    onPointerEnter: () => void (shownTerm.value = term),
    onPointerLeave: () => void (shownTerm.value = ""),
    onFocus: () => void (shownTerm.value = term),
    onBlur: () => void (shownTerm.value = ""),
    "data-term": term,
  };
}
