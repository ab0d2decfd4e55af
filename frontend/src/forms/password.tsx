// A password that can be looked at before it is sent: a typo would lock its owner out.
import { useState } from "preact/hooks";
import { say } from "./strings";

interface Props {
  id: string;
  label: string;
  value: string;
  set: (value: string) => void;
  autocomplete: "current-password" | "new-password";
  least?: number;
  describedBy?: string | undefined;
}

export function Password({ id, label, value, set, autocomplete, least, describedBy }: Props) {
  const [visible, setVisible] = useState(false);
  return (
    <span class="password">
      <input
        id={id}
        class="field"
        {...(visible ? { type: "text" } : { type: "password" })}
        autocomplete={autocomplete}
        autocapitalize="none"
        spellcheck={false}
        required
        minLength={least}
        aria-describedby={describedBy}
        value={value}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
      <button class="button" type="button" aria-label={visible ? say.hideOf(label) : say.showOf(label)} onClick={() => setVisible(!visible)}>
        {visible ? say.hide : say.show}
      </button>
    </span>
  );
}
