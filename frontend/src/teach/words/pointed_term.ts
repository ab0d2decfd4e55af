// The word whose places in the text are shown: under the pointer or the focus in a column.
import { signal } from "@preact/signals";

export const pointedTerm = signal("");

/** What makes a word show its places in the text while it is pointed at or focused. */
export function shows(term: string) {
  return {
    onPointerEnter: () => { pointedTerm.value = term; },
    onPointerLeave: () => { pointedTerm.value = ""; },
    onFocus: () => { pointedTerm.value = term; },
    onBlur: () => { pointedTerm.value = ""; },
    "data-term": term,
  };
}
