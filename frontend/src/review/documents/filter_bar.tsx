import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { named, type Option, Select } from "../../forms/select";
import { project } from "../../state/session";
import { FilterChips } from "./filter_chips";
import { BY, byField, sortedBy } from "./field_filters";
import { ONLY, SORTS, SURENESS, type Filters } from "./filters";
import { say } from "../strings";
import { LinkButton } from "../../forms/button";

const PAUSE = 250; // milliseconds after the last letter

interface Props {
  filters: Filters;
  /** The names of the documents' fields. */
  fields: readonly string[];
  /** How many fit. */
  total: ComponentChildren;
  /** Where the documents are that are like those selected, or like what is searched. */
  like: string | undefined;
  change: (filters: Filters) => void;
}

export function FilterBar({ filters, fields, total, like, change }: Props) {
  const [typed, setTyped] = useState(filters.q);
  useEffect(() => setTyped(filters.q), [filters.q]);
  useEffect(() => {
    if (typed === filters.q) return;
    const timer = setTimeout(() => change({ ...filters, q: typed }), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, filters]);
  const classOptions: Option[] = [["", say.filters.any], ...named(project.value?.classes ?? [])];
  return (
    <div class="filters" role="search">
      <div class="find">
        <input
          class="field"
          type="search"
          dir="auto"
          aria-label={say.filters.search}
          placeholder={`${say.filters.search}: ${say.filters.searchHint}${fields.length ? say.filters.searchField(fields[0] ?? "") : ""}`}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key !== "Enter") return;
            if (typed !== filters.q) change({ ...filters, q: typed });
            document.querySelector<HTMLElement>(".document-list ul")?.focus({ preventScroll: true }); // whose keys go on from here
          }}
        />
        {like && (
          <LinkButton href={like}>{say.like.these}</LinkButton>
        )}
      </div>
      <div class="filters-used buttons">
      <FilterChips filters={filters} change={change} />
      <details>
        <summary>{say.filters.more}</summary>
        <div class="filters-all">
          <Select label={say.filters.predicted} value={filters.predicted} options={classOptions} choose={(predicted) => change({ ...filters, predicted })} />
          <Select label={say.filters.label} value={filters.label} options={classOptions} choose={(label) => change({ ...filters, label })} />
          <Select
            label={say.filters.sure}
            value={filters.sure}
            options={SURENESS.map((value): Option => [value, say.filters.sureness[value]])}
            choose={(sure) => change({ ...filters, sure: SURENESS.find((value) => value === sure) ?? "any" })}
          />
          <Select
            label={say.filters.only}
            value={filters.only}
            options={[["", say.filters.all], ...ONLY.map((value): Option => [value, say.filters.onlys[value]])]}
            choose={(only) => change({ ...filters, only: ONLY.find((value) => value === only) ?? "" })}
          />
          <Select
            label={say.filters.sort}
            value={filters.by ? BY + filters.by : filters.sort}
            options={[...SORTS.map((value): Option => [value, say.filters.sorts[value]]), ...byField(fields)]}
            choose={(sort) => change({ ...filters, ...sortedBy(sort) })}
          />
        </div>
      </details>
      {total}
      </div>
    </div>
  );
}
