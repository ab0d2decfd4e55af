// Choose one of many classes by typing a part of its name; one that is not there yet can be added.
import { useMemo, useState } from "preact/hooks";
import { Problem } from "../../api/answer";
import { call, within } from "../../api/client";
import { Button } from "../../forms/button";
import { Finder } from "../../forms/finder";
import { useServerAction } from "../../forms/server_action";
import { Dialog } from "../../shell/dialog";
import { mayOwn, project, refreshProject, tint } from "../../state/session";
import { namedSo } from "../start/class_names";
import { say } from "../../pane_strings";
import { number } from "../../numbers";

const MOST = 100;

interface Props {
  title: string;
  choose: (name: string) => void;
  /** Whether only a class that is there already can be meant. */
  isKnown?: boolean;
  onClose: () => void;
}

export function ClassPicker({ title, choose, isKnown = false, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const { busy, refused, act } = useServerAction();
  const classes = project.value?.classes ?? [];
  const matches = useMemo(() => matching(classes, typed), [classes, typed]);
  const name = typed.trim();
  const take = (chosen: string) => {
    onClose();
    queueMicrotask(() => choose(chosen));
  };
  const add = async (added: string) => {
    await call("POST", within(project.peek()?.name ?? "", "classes"), { add: [added] });
    await refreshProject();
    take(added);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Finder title={title} prompt={say.classes.find} matches={matches.slice(0, MOST)} typed={typed} type={setTyped} take={take} keyOf={(match) => match} look={tint}>
        {(match) => <span class="named">{match}</span>}
      </Finder>
      <p class="faint small" role="status">
        {matches.length > MOST ? say.classes.more(number(matches.length - MOST)) : matches.length ? "" : say.classes.none(typed)}
      </p>
      {name && namedSo(name, classes) === undefined && !isKnown && mayOwn.value && <Button disabled={busy} onClick={() => act(() => add(name))}>{say.classes.add(name)}</Button>}
      {refused && <Problem refused={refused} />}
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
