// What may tell two documents apart, in the order in which it is offered.
import type { TellingTerm } from "../../api/schema";

/**
 * What this text has before what it lacks: a lack makes a rule of nearly everything. The reasons of the model spoke for the class
 * that it is to be told from.
 */
export function offeredFirst(features: TellingTerm[], reasons: readonly string[]): TellingTerm[] {
  return features.filter(({ term, present }) => !(present && reasons.includes(term))).sort((a, b) => Number(b.present) - Number(a.present));
}
