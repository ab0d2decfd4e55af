import { useEffect, useState } from "preact/hooks";
import { Field } from "../../forms/field";
import { project } from "../../state/session";
import { ONLY, SORTS, SURENESS, type Filters } from "./filters";
import { say } from "../strings";

const PAUSE = 250; // milliseconds after the last letter

export function FilterBar({ filters, change }: { filters: Filters; change: (filters: Filters) => void }) {
  const [typed, setTyped] = useState(filters.q);
  useEffect(() => setTyped(filters.q), [filters.q]);
  useEffect(() => {
    if (typed === filters.q) return;
    const timer = setTimeout(() => change({ ...filters, q: typed }), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const classes = project.value?.classes ?? [];
  const used = [filters.label, filters.predicted, filters.only, filters.sure === "any" ? "" : filters.sure].filter(Boolean).length;
  return (
    <div class="filters" role="search">
      <input
        class="field"
        type="search"
        dir="auto"
        aria-label={say.filters.search}
        placeholder={`${say.filters.search}: ${say.filters.searchHint}`}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <details open={used > 0 ? true : undefined}>
        <summary>
          {say.filters.more}
          {used > 0 && <span class="chip">{used}</span>}
        </summary>
        <div class="filters-all">
          <Pick label={say.filters.predicted} value={filters.predicted} options={named(classes)} pick={(predicted) => change({ ...filters, predicted })} />
          <Pick label={say.filters.label} value={filters.label} options={named(classes)} pick={(label) => change({ ...filters, label })} />
          <Pick
            label={say.filters.sure}
            value={filters.sure}
            options={SURENESS.map((value) => [value, say.filters.sureness[value]])}
            pick={(sure) => change({ ...filters, sure: SURENESS.find((value) => value === sure) ?? "any" })}
          />
          <Pick
            label={say.filters.only}
            value={filters.only}
            options={[["", say.filters.all], ...ONLY.map((value): [string, string] => [value, say.filters.onlys[value]])]}
            pick={(only) => change({ ...filters, only: ONLY.find((value) => value === only) ?? "" })}
          />
          <Pick
            label={say.filters.sort}
            value={filters.sort}
            options={SORTS.map((value) => [value, say.filters.sorts[value]])}
            pick={(sort) => change({ ...filters, sort: SORTS.find((value) => value === sort) ?? "order" })}
          />
        </div>
      </details>
    </div>
  );
}

function named(classes: string[]): [string, string][] {
  return [["", say.filters.any], ...classes.map((name): [string, string] => [name, name])];
}

interface PickProps {
  label: string;
  value: string;
  options: [value: string, name: string][];
  pick: (value: string) => void;
}

function Pick({ label, value, options, pick }: PickProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <select class="field" {...ids} value={value} onChange={({ currentTarget }) => pick(currentTarget.value)}>
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
