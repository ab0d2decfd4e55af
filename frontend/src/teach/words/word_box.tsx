// The box in which a word for a class is typed.
import { useId, useState } from "preact/hooks";
import { KeyCap } from "../../shell/key_cap";
import { say } from "../../strings";
import { ask, isDone } from "../queue/batch";
import { openClass, openedClass, typedIn } from "./columns";
import { pointedTerm } from "./pointed_term";
import { forgetRefused, refusedFor, typeWord } from "./typed_words";
import { focusFirstWord } from "./word_keys";

export function WordBox({ name, at }: { name: string; at: number }) {
  const [typed, setTyped] = useState("");
  const why = refusedFor(name);
  const note = useId();
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        const text = typed.trim();
        if (!text) {
          if (isDone.peek()) void ask(); // ⏎ on the card stands for the next batch, wherever the focus is
          return;
        }
        forgetRefused(name);
        setTyped("");
        void typeWord(text, name).then((taken) => taken || setTyped((now) => now || text));
      }}
    >
      <input
        class="field"
        aria-label={say.words.add(name)}
        aria-invalid={why !== ""}
        aria-describedby={note}
        placeholder={say.words.addHere}
        maxLength={200}
        dir="auto"
        autocomplete="off"
        enterkeyhint="done"
        value={typed}
        data-add={at ? "" : "first"}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          pointedTerm.value = event.currentTarget.value.trim();
          forgetRefused(name);
        }}
        onFocus={() => {
          openClass(name);
          typedIn.value = name;
        }}
        onBlur={() => {
          pointedTerm.value = "";
          typedIn.value = null;
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
          else if (event.key === "ArrowDown" && focusFirstWord(event.currentTarget)) event.preventDefault();
        }}
      />
      {openedClass.value === name && !typed && <KeyCap id="add-word" of="/" />}
      <p id={note} class="bad small">
        {why}
      </p>
    </form>
  );
}
