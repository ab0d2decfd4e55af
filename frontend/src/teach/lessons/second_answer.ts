// A second answer to the same document, in the moment after the first: it was meant for the next one.
import { signal } from "@preact/signals";

const MOMENT = 1000; // milliseconds in which a fast typist cannot have seen that the page stayed

let stayed: { document: string; at: number } | null = null;

/** The document whose second answer was not taken: the strip says why. */
export const untaken = signal<string | null>(null);

/** An answer was taken; the document on which the page stays because the model would have said otherwise, if it does. */
export function stayOn(document: string | null): void {
  stayed = document === null ? null : { document, at: performance.now() };
  untaken.value = null;
}

/** Whether another answer to a document comes too soon to be meant for it; the strip then says so. */
export function isTooSoon(document: string): boolean {
  const soon = stayed?.document === document && performance.now() - stayed.at < MOMENT;
  untaken.value = soon ? document : null;
  return soon;
}
