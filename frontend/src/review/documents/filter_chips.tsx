// The filters that are used, each to be taken away.
import { say } from "../strings";
import { type Filters, likeIds } from "./filters";

/** What each used filter is called, what it says, and the filters without it. */
export function usedFilters(filters: Filters): { name: string; value: string; without: Filters }[] {
  const likes = likeIds(filters.like);
  const used = [
    { name: say.filters.predicted, value: filters.predicted, without: { ...filters, predicted: "" } },
    { name: say.filters.label, value: filters.label, without: { ...filters, label: "" } },
    { name: say.filters.sure, value: filters.sure === "any" ? "" : say.filters.sureness[filters.sure], without: { ...filters, sure: "any" as const } },
    { name: say.filters.only, value: filters.only === "" ? "" : say.filters.onlys[filters.only], without: { ...filters, only: "" as const } },
    { name: say.filters.like, value: likes.length ? say.like.ids(likes.length, likes[0] ?? "") : "", without: { ...filters, like: "" } },
    { name: say.filters.like, value: filters.like_text && `“${filters.like_text}”`, without: { ...filters, like_text: "" } },
    { name: say.filters.since, value: filters.since && say.filters.sinceModel(filters.since, filters.was), without: { ...filters, since: "", was: "" } },
  ];
  return used.filter(({ value }) => value !== "");
}

export function FilterChips({ filters, change }: { filters: Filters; change: (filters: Filters) => void }) {
  return usedFilters(filters).map(({ name, value, without }) => (
    <button key={name + value} class="filter-chip" type="button" aria-label={say.filters.takeAway(`${name} ${value}`)} onClick={() => change(without)}>
      <span class="faint">{name}</span>{" "}
      <b class="cut" dir="auto">{value}</b>
      <span aria-hidden="true">×</span>
    </button>
  ));
}
