import { counted } from "../../numbers";
import { short } from "../../text/shortened";

export const say = {
  about: "Nothing is ever deleted: every change can be taken back, and the labels come back with it.",
  none: "No classes yet. Add two or more to begin.",
  name: "Class",
  labels: "Labels",
  words: "Words",
  actions: "Change",
  add: "Add classes",
  addHint: "One on each line, or separated by commas.",
  addButton: "Add",
  rename: "Rename",
  renameOf: (name: string) => `Rename ${short(name)}`,
  renameTo: "New name",
  renameDoes: (labels: number, words: number) =>
    `${counted(labels, "label")} and ${counted(words, "word")} go along to the new name.`,
  merge: "Merge",
  mergeOf: (name: string) => `Merge ${short(name)} into another class`,
  mergeInto: "Into",
  mergeDoes: (labels: number, words: number, into: string) =>
    `${counted(labels, "label")} and ${counted(words, "word")} will count for “${short(into)}”.`,
  archive: "Archive",
  archiveOf: (name: string) => `Archive ${short(name)}`,
  archiveDoes: (labels: number, words: number) =>
    `${counted(labels, "label")} and ${counted(words, "word")} stop counting. They come back when you bring the class back.`,
  rest: "Everything else",
  restOf: (name: string) => `${short(name)} is everything else`,
  restDoes: "Whatever the other classes are not. No words are asked for it.",
  isRest: "everything else",
  nowRest: (name: string) => `“${short(name)}” is everything else: no words are asked for it.`,
  noRest: "No class is everything else now.",
  archivedOnes: "Archived",
  asleep: "These are not taught or predicted. What was taught about them is kept and comes back with them.",
  bringBack: "Bring back",
  bringBackOf: (name: string) => `Bring back ${short(name)}`,
  back: (name: string) => `“${short(name)}” is back, with what was taught about it.`,
  added: (n: number) => `${counted(n, "class", "classes")} added.`,
  renamed: (name: string, to: string) => `“${short(name)}” is now called “${short(to)}”.`,
  merged: (name: string, into: string) => `“${short(name)}” was merged into “${short(into)}”.`,
  archived: (name: string) => `“${short(name)}” was archived.`,
} as const;
