// One of a few values, all in sight: radio buttons drawn as a row of segments.
import { useId } from "preact/hooks";

interface Props<T extends string> {
  label: string;
  value: T;
  options: Record<T, string>;
  choose: (value: T) => void;
  disabled?: boolean;
}

export function Choice<T extends string>({ label, value, options, choose, disabled = false }: Props<T>) {
  const name = useId();
  return (
    <fieldset class="choice" disabled={disabled}>
      <legend class="visually-hidden">{label}</legend>
      {(Object.keys(options) as T[]).map((option) => (
        <label key={option} class={option === value ? "chosen" : ""}>
          <input type="radio" name={name} value={option} checked={option === value} onChange={() => choose(option)} />
          {options[option]}
        </label>
      ))}
    </fieldset>
  );
}
