// A project without classes: name two or more, one a line.
import { useState } from "preact/hooks";
import { Problem } from "../../api/answer";
import { call, within } from "../../api/client";
import { useServerAction } from "../../forms/server_action";
import { go } from "../../state/route";
import { mayOwn, project, refreshProject } from "../../state/session";
import { say } from "../../pane_strings";
import { namesIn } from "./class_names";

export function NameClasses() {
  const [typed, setTyped] = useState("");
  const { busy, refused, act } = useServerAction();
  const known = project.value?.classes ?? [];
  const names = namesIn(typed).filter((name) => !known.includes(name));
  if (!mayOwn.value) return <section class="whole-state"><h1>{say.name.title}</h1><p class="faint">{say.name.wait}</p></section>;
  return (
    <section class="whole-state">
      <h1>{say.name.title}</h1>
      <p class="faint">{say.name.about}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const name = project.peek()?.name;
          if (name === undefined) return;
          act(async () => {
            await call("POST", within(name, "classes"), { add: names });
            await refreshProject();
            go("teach", ["words"]);
          });
        }}
      >
        <label for="class-names">{say.name.label}</label>
        <textarea id="class-names" class="field" rows={5} autofocus placeholder={say.name.example} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        <p class="class-preview">
          {[...known, ...names].slice(0, 30).map((name, at) => (
            <span key={name} class={`chip class-chip class-${at % 8}`}>
              {name}
            </span>
          ))}
        </p>
        {refused && <Problem refused={refused} />}
        <button type="submit" class="button primary" disabled={busy || known.length + names.length < 2}>
          {say.name.do(known.length + names.length)}
        </button>
      </form>
    </section>
  );
}
