// The command list: type a few letters of what you want, Enter does it.
import { useState } from "preact/hooks";
import { Finder } from "../forms/finder";
import { say as pane } from "../pane_strings";
import { say } from "../strings";
import { Dialog } from "./dialog";
import { cap, type Command, commands, keyOf } from "./keys";

export function CommandList({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const matches = matching(commands.value, typed);
  const run = (command: Command) => {
    onClose();
    queueMicrotask(command.run);
  };
  return (
    <Dialog title={say.commands.title} onClose={onClose}>
      <Finder title={say.commands.title} prompt={pane.commands.type} matches={matches} typed={typed} type={setTyped} take={run} keyOf={({ id }) => id}>
        {(command) => (
          <>
            <span>{command.title}</span>
            {command.key && <kbd>{cap(keyOf(command))}</kbd>}
          </>
        )}
      </Finder>
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
