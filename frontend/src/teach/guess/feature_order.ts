// What may tell two documents apart, in the order in which it is offered.
import type { TellingTerm } from "../../api/schema";

/** What this text has before what it lacks: a lack makes a rule of nearly everything. */
export function presentFirst(features: TellingTerm[]): TellingTerm[] {
  return [...features].sort((a, b) => Number(b.present) - Number(a.present));
}
