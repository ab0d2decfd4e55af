// A labelled control with a line of advice under it.
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
