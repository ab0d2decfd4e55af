// The keys while a document is shown.
import { useEffect, useRef } from "preact/hooks";
import { offer } from "../shell/keys";
import { project } from "../state/session";
import type { Look } from "./look";
import { say } from "./strings";

interface Shown {
  id: string;
  /** The documents of the list, for going to the next one. */
  ids: string[];
  /** Where a document is shown; null is the list alone. */
  addressOf: (id: string | null) => string;
  setLook: (change: (before: Look) => Look) => void;
  relabel: (name: string) => void;
}

export function useKeys({ id, ids, addressOf, setLook, relabel }: Shown): void {
  const classes = project.value?.classes ?? [];
  const at = ids.indexOf(id);
  const latest = useRef(relabel);
  latest.current = relabel;
  const to = (next: string | null | undefined) => {
    if (next !== undefined) location.hash = addressOf(next);
  };
  useEffect(
    () =>
      offer([
        { id: "review.next", title: say.keys.next, key: "j", run: () => to(ids[at + 1]) },
        { id: "review.previous", title: say.keys.previous, key: "k", run: () => to(ids[at - 1]) },
        { id: "review.preview", title: say.keys.preview, key: "e", run: () => setLook((before) => ({ ...before, faded: !before.faded })) },
        { id: "review.try", title: say.keys.trying, key: "t", run: () => setLook((before) => ({ ...before, trying: !before.trying })) },
        { id: "review.back", title: say.keys.back, key: "escape", run: () => to(null) },
        ...classes.slice(0, 9).map((name, place) => ({
          id: `review.class.${place}`,
          title: say.keys.relabel(name),
          key: String(place + 1),
          run: () => latest.current(name),
          quiet: true,
        })),
      ]),
    [id, ids.join("\n"), classes.join("\n")],
  );
}
