// Choose one of many classes by typing a part of its name.
import { useId, useMemo, useState } from "preact/hooks";
import { Dialog } from "../../shell/dialog";
import { project, tint } from "../../state/session";
import { say } from "../../pane_strings";
import { number } from "../../numbers";

const MOST = 100;

interface Props {
  title: string;
  choose: (name: string) => void;
  onClose: () => void;
}

export function ClassPicker({ title, choose, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const list = useId();
  const classes = project.value?.classes ?? [];
  const matches = useMemo(() => matching(classes, typed), [classes, typed]);
  const listed = matches.slice(0, MOST);
  const chosen = Math.min(at, listed.length - 1);

  function take(name: string | undefined): void {
    if (name === undefined) return;
    onClose();
    queueMicrotask(() => choose(name));
  }

  function move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((chosen + step + listed.length) % Math.max(listed.length, 1));
    else if (event.key === "Enter") take(listed[chosen]);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <input
        class="field"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={listed[chosen] === undefined ? undefined : `${list}-${chosen}`}
        aria-label={say.classes.find}
        placeholder={say.classes.find}
        autofocus
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={move}
      />
      <ul class="choices" role="listbox" id={list} aria-label={title}>
        {listed.map((name, place) => (
          <li key={name} id={`${list}-${place}`} role="option" class={tint(name)} aria-selected={place === chosen} onClick={() => take(name)}>
            <span class="named">{name}</span>
          </li>
        ))}
      </ul>
      <p class="faint small" role="status">
        {matches.length > MOST ? say.classes.more(number(matches.length - MOST)) : matches.length ? "" : say.classes.none(typed)}
      </p>
    </Dialog>
  );
}

/** The names that hold what was typed, those that begin with it first. */
function matching(classes: string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  if (!wanted) return classes;
  const holding = classes.filter((name) => name.toLowerCase().includes(wanted));
  const begins = (name: string) => Number(!name.toLowerCase().startsWith(wanted));
  return holding.sort((a, b) => begins(a) - begins(b));
}
