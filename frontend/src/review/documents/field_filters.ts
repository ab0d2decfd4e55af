// Documents by their fields: `source:email` in the search, and a field to sort by.
import type { Option } from "../../forms/select";
import { say } from "../strings";
import { type Filters, SORTS } from "./filters";

/** What marks a field among the ways to sort. */
export const BY = "by:";

/** Each field, upwards and downwards. */
export function byField(fields: readonly string[]): Option[] {
  return fields.flatMap((name): Option[] => [
    [BY + name, say.filters.up(name)],
    [`${BY}-${name}`, say.filters.down(name)],
  ]);
}

/** What a choice among the ways to sort means. */
export function sortedBy(choice: string): Pick<Filters, "sort" | "by"> {
  if (choice.startsWith(BY)) return { sort: "order", by: choice.slice(BY.length) };
  return { sort: SORTS.find((value) => value === choice) ?? "order", by: "" };
}

/** The search for the documents that have the same value of a field: source:email, "paid by":"credit card". */
export function searchFor(name: string, value: string): string {
  return `${quoted(name)}:${quoted(value)}`;
}

/** Whether a search can say it: quotation marks stand around what has spaces. */
export function canSearch(name: string, value: string): boolean {
  return value !== "" && value.length <= 80 && !/["\n]/.test(name + value);
}

function quoted(text: string): string {
  return /[\s:]/.test(text) ? `"${text}"` : text;
}
