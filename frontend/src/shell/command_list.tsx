// The command list: type a few letters of what you want, Enter does it.
import { useId, useState } from "preact/hooks";
import { say as pane } from "../pane_strings";
import { say } from "../strings";
import { Dialog } from "./dialog";
import { cap, type Command, commands, keyOf } from "./keys";

export function CommandList({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const list = useId();
  const matches = matching(commands.value, typed);
  const chosen = Math.min(at, matches.length - 1);

  function run(command: Command | undefined): void {
    if (!command) return;
    onClose();
    queueMicrotask(command.run);
  }

  function move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setAt((chosen + step + matches.length) % Math.max(matches.length, 1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(matches[chosen]);
    }
  }

  return (
    <Dialog title={say.commands.title} onClose={onClose}>
      <input
        class="field"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={matches[chosen] ? `${list}-${chosen}` : undefined}
        aria-label={pane.commands.type}
        placeholder={pane.commands.type}
        autofocus
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={move}
      />
      <ul class="choices" role="listbox" id={list} aria-label={say.commands.title}>
        {matches.map((command, place) => (
          <li key={command.id} id={`${list}-${place}`} role="option" aria-selected={place === chosen} onClick={() => run(command)}>
            <span>{command.title}</span>
            {command.key && <kbd>{cap(keyOf(command))}</kbd>}
          </li>
        ))}
      </ul>
      {!matches.length && <p class="faint">{pane.commands.none}</p>}
    </Dialog>
  );
}

/** The commands whose titles have all the typed words, in the order of the table; one a title. */
function matching(all: Command[], typed: string): Command[] {
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const titles = new Set<string>();
  return all.filter(({ title }) => {
    const fits = !titles.has(title) && parts.every((part) => title.toLowerCase().includes(part));
    if (fits) titles.add(title);
    return fits;
  });
}
