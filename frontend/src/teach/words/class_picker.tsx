// Choose one of many classes by typing a part of its name.
import { useMemo, useState } from "preact/hooks";
import { Finder } from "../../forms/finder";
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
  const classes = project.value?.classes ?? [];
  const matches = useMemo(() => matching(classes, typed), [classes, typed]);
  const take = (name: string) => {
    onClose();
    queueMicrotask(() => choose(name));
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Finder title={title} prompt={say.classes.find} matches={matches.slice(0, MOST)} typed={typed} type={setTyped} take={take} keyOf={(name) => name} look={tint}>
        {(name) => <span class="named">{name}</span>}
      </Finder>
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
