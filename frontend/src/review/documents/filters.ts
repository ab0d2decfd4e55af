// Which documents are listed: as the address says it, and as the server is asked.
import { query } from "../../api/client";

export const ONLY = ["errors", "disagreements", "flagged", "held_out", "mine", "skipped", "unlabelled"] as const;
export const SORTS = ["order", "loss", "confidence"] as const;
export const SURENESS = ["any", "unsure", "fairly", "sure"] as const;

export type Only = (typeof ONLY)[number];
export type Sort = (typeof SORTS)[number];
/** How sure the model is, in words; the shares are in `BETWEEN`. */
export type Sureness = (typeof SURENESS)[number];

export interface Filters {
  q: string;
  label: string;
  predicted: string;
  only: Only | "";
  sure: Sureness;
  sort: Sort;
  /** A field to sort by instead, downwards with a minus before it. */
  by: string;
  /** Documents whose likes are looked for: their ids as JSON, as the address has them. */
  like: string;
  /** A word or passage whose likes are looked for. */
  like_text: string;
  /** The number of a model: what it took for another class than the newest does; and which class it said. */
  since: string;
  was: string;
}

const BETWEEN: Record<Sureness, { low?: number; high?: number }> = {
  any: {},
  unsure: { high: 0.6 },
  fairly: { low: 0.6, high: 0.9 },
  sure: { low: 0.9 },
};

/** The filters that an address names; what it does not know is left out. */
export function fromAddress(search: URLSearchParams): Filters {
  return {
    q: search.get("q") ?? "",
    label: search.get("label") ?? "",
    predicted: search.get("predicted") ?? "",
    only: ONLY.find((name) => name === search.get("only")) ?? "",
    sure: SURENESS.find((name) => name === search.get("sure")) ?? "any",
    sort: SORTS.find((name) => name === search.get("sort")) ?? "order",
    by: search.get("by") ?? "",
    like: likeIds(search.get("like") ?? "").length ? (search.get("like") ?? "") : "",
    like_text: search.get("like_text") ?? "",
    since: /^\d+$/.test(search.get("since") ?? "") ? (search.get("since") ?? "") : "",
    was: search.get("was") ?? "",
  };
}

/** The parts of an address that differ from listing everything. */
export function toAddress({ q, label, predicted, only, sure, sort, by, like, like_text, since, was }: Filters): Record<string, string> {
  const all = { q, label, predicted, only, sure: sure === "any" ? "" : sure, sort: sort === "order" ? "" : sort, by, like, like_text, since, was };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}

/** The ids that an address names. */
export function likeIds(like: string): string[] {
  try {
    const ids: unknown = JSON.parse(like);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** The filters as the query of a request. */
export function toQuery({ sort, by, ...filters }: Filters, after: string | null, limit: number): string {
  return `${selectionQuery(filters)}&${query({ sort, by, after, limit }).slice(1)}`.replace("?&", "?");
}

/** What is selected when everything that fits is. */
export function selectionQuery({ q, label, predicted, only, sure, like, like_text, since, was }: Omit<Filters, "sort" | "by">): string {
  const likes = likeIds(like).map((id) => `&like=${encodeURIComponent(id)}`).join("");
  return `${query({ q, label, predicted, only, ...BETWEEN[sure], like_text, since, was }) || "?"}${likes}`;
}

export function isNarrowed(filters: Filters): boolean {
  return Object.keys(toAddress({ ...filters, sort: "order", by: "" })).length > 0;
}
