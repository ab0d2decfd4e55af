// A password that can be looked at before it is sent: a typo would lock its owner out.
import { useState } from "preact/hooks";
import { Field } from "./field";
import { say } from "./strings";
import { Button } from "./button";

interface Props {
  label: string;
  /** What is asked for, where that is more than the name. */
  ask?: string;
  hint?: string;
  value: string;
  set: (value: string) => void;
  autocomplete: "current-password" | "new-password";
  least?: number;
}

export function Password({ label, ask = label, hint, value, set, autocomplete, least }: Props) {
  const [visible, setVisible] = useState(false);
  return (
    <Field label={ask} hint={hint}>
      {(ids) => (
        <span class="password">
          <input
            class="field"
            {...(visible ? { type: "text" } : { type: "password" })}
            autocomplete={autocomplete}
            autocapitalize="none"
            spellcheck={false}
            required
            minLength={least}
            {...ids}
            value={value}
            onInput={({ currentTarget }) => set(currentTarget.value)}
          />
          <Button aria-label={visible ? say.hideOf(label) : say.showOf(label)} onClick={() => setVisible(!visible)}>{visible ? say.hide : say.show}</Button>
        </span>
      )}
    </Field>
  );
}
