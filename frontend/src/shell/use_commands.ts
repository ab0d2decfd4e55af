// Commands that a component offers while it is there.
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Command, offer } from "./keys";

/** Offer commands; each does what the component said last. In a layout effect: a key that is on the page works. */
export function useCommands(list: Command[]): void {
  const latest = useRef(list);
  latest.current = list;
  const run = (id: string) => latest.current.find((each) => each.id === id)?.run();
  useLayoutEffect(() => offer(list.map((command) => ({ ...command, run: () => run(command.id) }))), [JSON.stringify(list)]);
}
