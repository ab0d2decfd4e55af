// What the server says on the Data screen.
import type { Role } from "../api/types";

export interface Preview {
  format: string;
  encoding: string;
  columns: string[];
  /** Role → column. */
  roles: Record<string, string>;
  doubts: string[];
  /** Sentences with line numbers: the first of `bad_rows`. */
  problems: string[];
  bad_rows: number;
  /** The first of `new_class_count` classes that the project does not have. */
  new_classes: string[];
  new_class_count: number;
  /** How many documents there are in what was looked at, and how many of them have no text. */
  documents: number;
  blank: number;
  /** Whether all of the file was looked at. */
  whole: boolean;
  rows: { id: string | null; text: string; label: string | null }[];
}

export interface Upload {
  upload: string;
  preview: Preview;
}

/** What became of an import: `problems` where rows were bad and so nothing was imported. */
export type Imported = { documents: number; left_out: string[]; notes: string[] } | { problems: string[]; total: number };

export interface ExportFormat {
  name: string;
  /** What it holds: labels, words and so on. */
  what: string[];
  about: string;
  suffix: string;
  available: boolean;
  why_not: string | null;
}

export interface GuidelinesText {
  text: string;
  version: number;
}

export interface HistoryLine {
  position: number;
  id: string;
  kind: string;
  time: string;
  teacher: string;
  /** The entry in the server's words. */
  text: string;
  /** Whether it counts now. */
  active: boolean;
  /** What it brought, where several entries were written as one: an import, or what took one back. */
  act: Act | null;
  /** What took it back, if something did that counts; of an act nothing. */
  by: { id: string; teacher: string }[];
  /** And the fields of its kind. */
  [field: string]: unknown;
}

export interface Act {
  documents: number;
  classes: string[];
  /** How many of each kind. */
  lessons: Record<string, number>;
  is_import: boolean;
}

export interface HistoryPage {
  entries: HistoryLine[];
  next: number | null;
  /** How many entries the record has. */
  position: number;
  /** Everybody who taught something. */
  teachers: string[];
}

/** What goes when an import is taken back. */
export interface GoesBack {
  entries: number;
  documents: number;
  lessons: number;
  /** Other lessons, which sleep with its documents. */
  others: number;
  classes: string[];
}

export interface ClassesNow {
  classes: string[];
  archived: string[];
  rest: string | null;
}

export interface StopWords {
  language: string | null;
  /** How many words are left out that were given one by one. */
  own: number;
  languages: string[];
}

export interface KeptModel {
  name: string;
  learner: string;
  position: number;
  seconds: number;
  accuracy: { right: number; checked: number; low: number; high: number } | null;
  card: string;
}

export interface Person {
  id: string;
  name: string;
  role: Role;
  since: string;
  disabled: boolean;
  seen: string | null;
}

export interface Invitation {
  id: string;
  role: Role;
  name: string | null;
  made: string;
  by: string;
  expires: string;
  link?: string;
}

export interface ApiToken {
  id: string;
  name: string;
  person: string;
  made: string;
  used: string | null;
  token?: string;
}

export interface AuditPage {
  entries: { number: number; time: string; who: string | null; what: string; about: Record<string, unknown>; address: string | null }[];
  next: number | null;
}

/** What a study would be measured by. */
export interface StudyKnown {
  /** How many documents have a known class; without any, no study can begin. */
  documents: number;
  sentence: string;
  /** What the known labels are too few for. */
  doubts: string[];
}

export interface StudyState {
  condition: "dual" | "documents" | "passive";
  subject: string;
  minutes: number;
  seconds_left: number;
  running: boolean;
}
