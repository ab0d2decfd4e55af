// The sheet of keys: what each does, which may be changed here.
import { useState } from "preact/hooks";
import { say } from "../pane_strings";
import { route } from "../state/route";
import { Dialog } from "./dialog";
import { cap, changeKeys, type Command, commands, keyName, keyOf, keySettings } from "./keys";
import { Button } from "../forms/button";
import { Tick } from "../forms/tick";

export function KeySheet({ onClose }: { onClose: () => void }) {
  const [changing, setChanging] = useState<string | null>(null);
  const [clash, setClash] = useState("");
  const { screen } = route.value;
  const listed = commands.value.filter((command) => !command.quiet && command.key);

  function choose(command: Command, event: KeyboardEvent): void {
    const name = keyName(event);
    if (["tab", "shift+tab", "control", "shift", "alt", "meta", "ctrl+control", "shift+shift"].includes(name)) return;
    event.preventDefault();
    event.stopPropagation();
    setChanging(null);
    if (name === "escape") return;
    const other = commands.peek().find((each) => each.id !== command.id && keyOf(each) === name);
    if (other) {
      setClash(say.keys.taken(cap(name), other.title));
      return;
    }
    setClash("");
    changeKeys({ keys: { ...keySettings.peek().keys, [command.id]: name } });
  }

  return (
    <Dialog title={say.keys.title} onClose={onClose} kind="wide">
      <p class="faint">{say.keys.about}</p>
      <p role="status" class="bad">
        {clash}
      </p>
      <ul class="key-list">
        {listed.map((command) => (
          <li key={command.id}>
            <span>{command.title}</span>
            <button
              type="button"
              class="button key"
              aria-label={changing === command.id ? say.keys.press : say.keys.change(command.title, cap(keyOf(command)))}
              onClick={() => setChanging(command.id)}
              onKeyDown={(event) => changing === command.id && choose(command, event)}
              onBlur={() => setChanging(null)}
            >
              {changing === command.id ? say.keys.press : cap(keyOf(command))}
            </button>
          </li>
        ))}
        {[...(screen === "teach" || screen === "review" ? say.keys[screen] : []), ...say.keys.every].map(([title, key]) => (
          <li key={title}>
            <span>{title}</span>
            <span class="key">{key}</span>
          </li>
        ))}
      </ul>
      <footer class="buttons">
        <Tick value={keySettings.value.on} set={(on) => changeKeys({ on })}>{say.keys.on}</Tick>
        <Button onClick={() => changeKeys({ keys: {} })}>{say.keys.reset}</Button>
      </footer>
    </Dialog>
  );
}
