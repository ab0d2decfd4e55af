// What the server says of a project's progress.
import type { Advice } from "../api/types";

export interface Point {
  minutes: number;
  actions: number;
  labels: number;
  words: number;
  rationales: number;
  right: number;
  checked: number;
  accuracy: number | null;
  low: number | null;
  high: number | null;
  macro_f1: number | null;
}

export interface Pace {
  median: number;
  n: number;
}

export interface Pair {
  teachers: [string, string];
  kappa: number;
  documents: number;
}

export interface Passages {
  teachers: [string, string];
  documents: number;
  same: number;
  overlap_f1: number;
}

export interface Agreement {
  documents: number;
  pairs: Pair[];
  fleiss: number | null;
  krippendorff: number | null;
  disagreements: { document: string; said: Record<string, string> }[];
  passages: Passages[];
}

export interface TeacherLine {
  name: string;
  lessons: number;
  seconds: number;
}

export interface ProgressAnswer {
  curve: Point[];
  baseline: Point[] | null;
  /** How many points are still being worked out. */
  missing: number;
  balance: { labels: Record<string, number>; words: Record<string, number> };
  seconds: Record<string, Pace>;
  dualist: Record<string, number>;
  agreement: Agreement;
  teachers: TeacherLine[];
  highlights: { per_document: number; passages: number; counts: Record<string, number> };
  advice: Advice;
}
