// What the server says, as its OpenAPI describes it. Offsets are Unicode code points, half-open.

export type Span = [start: number, end: number];
export type Role = "owner" | "teacher" | "viewer";

export interface Session {
  user: { name: string; role: Role } | null;
  team: boolean;
  version: string;
  projects: ProjectName[];
  study: Study | null;
}

export interface ProjectName {
  name: string;
  documents: number;
  classes: string[];
}

export interface Settings {
  batch: number;
  words: number;
  guess: "after" | "before" | "never";
  highlights: "always" | "half" | "rare" | "never";
  overlap: number;
  checks: number;
  by: string;
  direction: "auto" | "ltr" | "rtl";
}

export interface Model {
  learner: string;
  why: string;
  position: number;
  seconds: number;
  unheard: string[];
  remark: string;
}

export interface Accuracy {
  right: number;
  checked: number;
  low: number;
  high: number;
}

export interface Advice {
  stop: boolean;
  why: string;
  /** New lessons hardly change predictions any more. */
  settled: boolean;
}

export interface Cold {
  needs: string[];
}

export interface Project {
  name: string;
  /** Where the server keeps it, for owners. */
  address: string | null;
  position: number;
  documents: number;
  held_out: number;
  classes: string[];
  /** The class that is everything else. */
  rest: string | null;
  counts: { labels: number; words: number; rationales: number; skips: number; flags: number };
  model: Model | null;
  fresh: boolean;
  behind: number;
  accuracy: Accuracy | null;
  advice: Advice;
  settings: Settings;
  teacher: string;
  role: Role;
  cold: Cold | null;
  guidelines_version: number;
}

export interface Guess {
  class: string;
  probabilities: Record<string, number>;
}

export type Reason = "unsure" | "check" | "cold" | "second";

export interface AskedDocument {
  id: string;
  text: string;
  why: string;
  reason: Reason;
  guess: Guess | null;
  check: boolean;
  alike: string[];
  highlight: boolean;
}

export interface AskedWord {
  term: string;
  why: string;
  documents: number;
}

/** How a typed word is written as a term, and whether a document has it; null, and `why`, when it is none. */
export interface TypedTerm {
  term: string | null;
  found: boolean;
  why: string;
}

export interface Questions {
  batch: string;
  position: number;
  documents: AskedDocument[];
  words: Record<string, AskedWord[]>;
  any: AskedWord[];
  /** Classes of which no word was said yet, while others have some. */
  wordless: string[];
  note: string;
  model: Model | null;
  cold: Cold | null;
  /** What is worth her next minutes; a server of before says nothing of it. */
  plan?: { kind: "words" | "documents"; why: string } | null;
}

export type OtherWords = Pick<Questions, "words" | "any" | "wordless">;

interface Written {
  id: string;
  time: string;
  seconds: number | null;
}

/** A line of the record; the server adds the teacher. */
export type Entry = Written &
  (
    | { kind: "label"; document: string; class: string }
    | { kind: "exclude"; document: string; class: string }
    | { kind: "skip"; document: string }
    | { kind: "word"; term: string; class: string; strength?: number }
    | { kind: "not_a_reason"; term: string; class: string | null }
    | { kind: "rationale"; document: string; class: string; start: number; end: number }
    | { kind: "distinction"; document: string; class: string; versus: string; term: string; present: boolean }
    | { kind: "flag"; document: string; note: string }
    | { kind: "adjudicate"; document: string; class: string }
    | { kind: "retract"; lesson: string }
  );

export type Kind = Entry["kind"];

export interface Highlight {
  id: string;
  class: string;
  start: number;
  end: number;
  teacher: string;
}

export interface Taught {
  labels: Record<string, string>;
  exclusions: Record<string, string[]>;
  words: Record<string, Record<string, number>>;
  not_a_reason: Record<string, (string | null)[]>;
  rationales: Record<string, Highlight[]>;
  flags: Record<string, string>;
  skips: string[];
  ids: Record<string, string>;
}

export interface WholeDocument {
  id: string;
  text: string;
  labels: Record<string, string>;
  final: string | null;
  rationales: Highlight[];
  flags: { id: string; teacher: string; note: string }[];
  guess: Guess | null;
  held_out: boolean;
}

export interface ListedDocument {
  id: string;
  snippet: string;
  label: string | null;
  guess: Guess | null;
  flagged: boolean;
  disputed: boolean;
}

export interface DocumentPage {
  documents: ListedDocument[];
  next: string | null;
  total: number;
}

export interface WordSet {
  words: string[];
  to: string;
  spans: Span[];
  order: string[];
}

export interface WhyNot {
  case: "1a" | "1b" | "1c" | "2" | "3";
  sentence: string;
  what_to_do: string;
  lessons: Record<string, unknown>[];
  neighbours: { id: string; snippet: string; label: string }[];
}

export interface Explanation {
  kind: "words" | "rule" | "none";
  sentence: string;
  class: string;
  to: string | null;
  words: string[];
  spans: Span[];
  sets: WordSet[];
  curve: number[];
  status: string;
  probabilities: Record<string, number>;
  rule: { text: string; example: string | null } | null;
  why_not: WhyNot[];
}

export interface Feature {
  term: string;
  present: boolean;
  documents: number;
}

export interface Comparison {
  similar: { id: string; text: string; label: string | null } | null;
  features: Feature[];
}

export interface Study {
  id: string;
  project: string;
  condition: "dual" | "documents" | "passive";
  subject: string;
  minutes: number;
  seconds_left: number;
  running: boolean;
}

export interface Events {
  hello: { position: number };
  taught: { position: number; teachers: string[]; entries: number; documents: string[] };
  training: { since: number };
  trained: { position: number; learner: string; seconds: number; accuracy: Accuracy | null };
  progress: { job: string; what: string; done: number; total: number; finished: boolean; error: string | null; result: unknown };
  conflict: { document: string; said: Record<string, string> };
  bye: Record<string, never>;
}
