// Which of the panes over the page is open.
import { signal } from "@preact/signals";

export type Panel = "keys" | "commands" | "flag" | "guidelines" | "words" | "side" | "classes" | null;

export const panel = signal<Panel>(null);
