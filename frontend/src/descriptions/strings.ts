// The sentences about what is written of the classes.
import { counted, decimal } from "../numbers";

export const say = {
  title: "What belongs to each class",
  about:
    "A phrase or a paragraph of your codebook, with examples and what does not belong (“Not: …”). The model takes its telling words as weak words of the class; words and labels that you teach count more.",
  none: "Not described yet.",
  name: "Its name counts as a word:",
  by: (teacher: string) => `Written by ${teacher}:`,
  write: "Describe it",
  change: "Change",
  remove: "Take back",
  writeOf: (name: string) => `Describe it: ${name}`,
  changeOf: (name: string) => `Change the description of ${name}`,
  removeOf: (name: string) => `Take back the description of ${name}`,
  of: (name: string) => `What belongs to ${name}`,
  hint: "What follows “not”, “except” or “unlike” in a sentence does not count for the class.",
  excluded: "Says what does not belong: counts for nothing.",
  words: "Weak words:",
  strength: (strength: number) => decimal(strength, 2),
  documents: (n: number) => `in ${counted(n, "document")}`,
  noWords: "No weak words.",
  silent: (n: number) => `${counted(n, "other term")} ${n === 1 ? "counts" : "count"} for nothing`,
  uses: {
    taught: "taught or rejected as a word",
    shared: "describes other classes, too",
    everywhere: "in most documents",
    rare: "in hardly any document",
    unknown: "in no document",
  },
} as const;
