// A labelled choice of one of many.
import { Field } from "./field";

/** A value and its name. */
export type Option = readonly [value: string, name: string];

interface Props {
  label: string;
  hint?: string | undefined;
  class?: string;
  disabled?: boolean;
  value: string;
  options: readonly Option[];
  choose: (value: string) => void;
}

export function Select({ label, hint, class: kind = "field", disabled, value, options, choose }: Props) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <select class={kind} disabled={disabled} {...ids} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <Options of={options} />
        </select>
      )}
    </Field>
  );
}

/** A choice whose name is not on the screen, but for those who hear it. */
export function BareSelect({ label, options, choose, ...rest }: Pick<Props, "label" | "value" | "options" | "choose"> & { disabled?: boolean }) {
  return (
    <select class="field" aria-label={label} {...rest} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      <Options of={options} />
    </select>
  );
}

export function Options({ of }: { of: readonly Option[] }) {
  return of.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}

/** Options that are called what they are. */
export function named(values: readonly string[]): Option[] {
  return values.map((value) => [value, value]);
}
