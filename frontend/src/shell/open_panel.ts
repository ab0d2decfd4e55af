// Which of the panes over the page is open.
import { signal } from "@preact/signals";

export type Panel = "keys" | "commands" | "flag" | "guidelines" | "words" | "side" | "classes" | null;

export const panel = signal<Panel>(null);

/** What closes this pane and no other: a browser tells that one was closed a moment later, when the next may be open already. */
export function closing(which: Panel): () => void {
  return () => {
    if (panel.peek() === which) panel.value = null;
  };
}
