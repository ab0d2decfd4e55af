// What the server says on the Review screen, beside documents and explanations.
import type { Matrix } from "./errors/confusion";

export interface ErrorsAnswer {
  missing: number;
  matrix: Matrix;
  of: number;
  wrong: number;
  how: string;
  documents: { id: string; snippet: string; label: string; predicted: string }[];
}

export interface MislabelledAnswer {
  missing: number;
  labels: Mislabelled[];
}

export interface Mislabelled {
  id: string;
  snippet: string;
  label: string;
  suggested: string;
  score: number;
  why: string;
}

export interface RulesAnswer {
  /** The newest model's; null where there is no model. */
  learner: string | null;
  /** Whether the rules are that model's own, and not just what was told. */
  in_use: boolean;
  rules: Rule[];
}

export interface Rule {
  text: string;
  class: string;
  literals: [term: string, held: boolean][];
  example: string | null;
  decides: number;
  mistakes: string[];
}

export interface WordLine {
  term: string;
  class: string | null;
  strength: number;
  by: string[];
  documents: number;
  weight: number | null;
}
