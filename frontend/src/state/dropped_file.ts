// A file that was dropped on one screen and is imported on another.
import { signal } from "@preact/signals";

export const dropped = signal<File | null>(null);
