import { counted, listed } from "../../numbers";
import { short } from "../../text/shortened";

export const say = {
  about: "Everything that was done, newest first. Nothing is ever deleted.",
  kind: "Kind",
  teacher: "Teacher",
  everything: "Everything",
  everybody: "Everybody",
  kinds: {
    label: "Labels",
    exclude: "What it is not",
    word: "Words",
    rationale: "Highlighted passages",
    not_a_reason: "Not a reason",
    distinction: "Distinctions",
    describe: "Descriptions of classes",
    skip: "Skips",
    flag: "Flags",
    adjudicate: "Settled disputes",
    retract: "Taken back",
  } as Record<string, string>,
  events: "Changes of the project",
  sentences: {
    label: (f) => `labelled ${f.document} ${named(f.class)}`,
    exclude: (f) => `said that ${f.document} is not ${named(f.class)}`,
    skip: (f) => `skipped ${f.document}`,
    word: (f) => `said “${f.term}” speaks for ${named(f.class)}`,
    not_a_reason: (f) => `said “${f.term}” is no reason${f.class ? ` for ${named(f.class)}` : ""}`,
    rationale: (f) => `highlighted a passage of ${f.document} for ${named(f.class)}`,
    distinction: (f) =>
      `said that ${f.document} is ${named(f.class)}, unlike ${f.versus}: ${f.present ? "it has" : "it does not have"} “${f.term}”`,
    describe: (f) => `described ${named(f.class)}: ${named(f.text)}`,
    flag: (f) => `flagged ${f.document}${f.note ? `: ${f.note}` : ""}`,
    adjudicate: (f) => `settled ${f.document}: ${named(f.class)}`,
    documents_added: (f) => `added ${counted(Number(f.document_count), "document")}`,
    document_erased: (f) => `erased the text of ${f.document}`,
    documents_drawn: (f) => `drew ${counted(Number(f.document_count), "document")} by chance`,
    held_out_drawn: (f) => `held out ${counted(Number(f.document_count), "document")}`,
    classes_added: (f) => `added ${allNamed(f.classes)}`,
    class_renamed: (f) => `renamed ${named(f.class)} to ${named(f.to)}`,
    classes_merged: (f) => `merged ${allNamed(f.classes)} into ${named(f.into)}`,
    class_archived: (f) => `archived ${named(f.class)}`,
    rest_declared: (f) => (f.class ? `said that ${named(f.class)} is everything else` : "said that no class is everything else"),
    words_passed_over: (f) => `passed over ${allQuoted(f.words)}${f.class ? ` for ${named(f.class)}` : ""}`,
  } as Record<string, (fields: Record<string, unknown>) => string>,
  counted: {
    documents_added: (n) => counted(n, "document"),
    classes_added: (n) => counted(n, "class", "classes"),
    label: (n) => counted(n, "label"),
    word: (n) => counted(n, "word"),
    rationale: (n) => counted(n, "highlighted passage"),
    not_a_reason: (n) => counted(n, "rejected word"),
    distinction: (n) => counted(n, "distinction"),
    exclude: (n) => counted(n, "exclusion"),
    describe: (n) => counted(n, "description"),
    skip: (n) => counted(n, "skip"),
    flag: (n) => counted(n, "flag"),
  } as Record<string, (n: number) => string>,
  countedOther: (n: number) => counted(n, "other entry", "other entries"),
  imported: (what: string) => `imported ${what}`,
  taughtAtOnce: (what: string) => `taught ${what} at once`,
  atOnce: {
    label: (n) => `labelled ${counted(n, "document")} at once`,
    flag: (n) => `flagged ${counted(n, "document")} at once`,
    skip: (n) => `set ${counted(n, "document")} aside at once`,
  } as Record<string, (n: number) => string>,
  effect: {
    title: "What did it do?",
    ask: "What did it do?",
    askOf: (text: string) => `What did it do? ${text}`,
    several: (first: string, others: number) => `${first}, and ${counted(others, "more", "more")} taught with it`,
    changed: (n: string, of: string) => `${n} of ${of} predictions are others because of it.`,
    accuracy: (without: string, now: string, low: string, high: string) => `Expected accuracy ${without} without it, ${now} with it (${low} to ${high}).`,
    some: "Some of them, the surest first",
  },
  tookAllBack: (n: number) => `took back ${counted(n, "entry", "entries")} at once`,
  tookBack: (what: string) => `took back: ${what}`,
  broughtBack: (what: string) => `brought back: ${what}`,
  takenBack: "taken back",
  none: "Nothing yet.",
  noneOfThese: "Nothing of this kind.",
  restore: "Restore to here",
  restoreOf: (text: string) => `Restore to here: ${text}`,
  confirm: "Go back to this moment?",
  confirmCount: (n: number) =>
    n ? `${counted(n, "entry", "entries")} will be taken back.` : "Nothing after this moment counts, so there is nothing to take back.",
  confirmText: "Documents that were imported since then go too; held-out documents stay held out. Nothing is deleted, so this too can be taken back.",
  go: "Restore",
  restored: (n: number) => `${counted(n, "entry", "entries")} taken back.`,
  takeBack: "Take back",
  takeBackOf: (text: string) => `Take back: ${text}`,
  takeBackTitle: "Take back this import?",
  goes: (documents: number, lessons: number) =>
    documents
      ? `${counted(documents, "document")}${lessons ? ` and the ${counted(lessons, "lesson")} imported with ${documents === 1 ? "it" : "them"}` : ""} will leave the project.`
      : `${counted(lessons, "imported lesson")} will stop counting.`,
  others: (n: number) =>
    `${counted(n, "lesson")} that people taught about these documents will stop counting too, until the documents are back.`,
  classesGo: (names: string[]) => `${names.length === 1 ? "This class goes" : "These classes go"} too: ${listed(names.map((name) => short(name)))}.`,
  nothingLost: "Nothing is deleted. You can bring it all back here in the history.",
  bringBack: "Bring back",
  bringBackOf: (text: string) => `Bring back: ${text}`,
  bringBackTitle: "Bring this back?",
  comesBack: (n: number) => `${counted(n, "entry", "entries")} will count again.`,
  wentBack: "Taken back.",
  cameBack: "Back again.",
} as const;

function named(name: unknown): string {
  return short(String(name));
}

function allQuoted(terms: unknown): string {
  return listed((terms as string[]).map((term) => `“${named(term)}”`));
}

function allNamed(names: unknown): string {
  return listed((names as string[]).map(named));
}
