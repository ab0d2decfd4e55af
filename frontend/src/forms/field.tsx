// A labelled control with a line of advice under it: any, or what is typed.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  label: string;
  hint?: string | undefined;
  /** The control, which gets the id of its label and of its advice. */
  children: (ids: { id: string; "aria-describedby": string | undefined }) => ComponentChildren;
}

export function Field({ label, hint, children }: Props) {
  const id = useId();
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": hint ? `${id}-hint` : undefined })}
      {hint && (
        <p class="faint small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface Typed<T> {
  label: string;
  hint?: string;
  value: T;
  set: (value: T) => void;
}

interface Text extends Typed<string> {
  required?: boolean;
  maxLength?: number;
  autocomplete?: string;
}

/** A line of text. */
export function TextField({ label, hint, set, class: kind = "field", ...rest }: Text & { class?: string; autofocus?: boolean }) {
  return <Field label={label} hint={hint}>{(ids) => <input class={kind} dir="auto" {...ids} {...rest} onInput={({ currentTarget }) => set(currentTarget.value)} />}</Field>;
}

/** A text of several lines; Enter with Control sends its form. */
export function TextArea({ label, hint, set, ...rest }: Text & { rows: number; autofocus?: boolean; placeholder?: string }) {
  const send = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !(event.currentTarget instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    event.currentTarget.form?.querySelector<HTMLElement>("[type=submit]")?.click(); // not before it may be pressed
  };
  return <Field label={label} hint={hint}>{(ids) => <textarea class="field" dir="auto" {...ids} {...rest} onKeyDown={send} onInput={({ currentTarget }) => set(currentTarget.value)} />}</Field>;
}

/** A number that has to be given; 0 while it is none. */
export function NumberField({ label, hint, set, ...rest }: Typed<number> & { min: number; max: number }) {
  return <Field label={label} hint={hint}>{(ids) => <input class="field short" type="number" required {...ids} {...rest} onInput={({ currentTarget }) => set(currentTarget.valueAsNumber || 0)} />}</Field>;
}
