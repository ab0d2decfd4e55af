// The keys while a document is shown.
import { useLayoutEffect, useRef } from "preact/hooks";
import { offer } from "../../shell/keys";
import { classKeys, project } from "../../state/session";
import type { Display } from "./display";
import { say } from "../strings";

interface Shown {
  id: string;
  /** Where the list alone is shown. */
  back: string;
  setDisplay: (change: (before: Display) => Display) => void;
  relabel: (name: string) => void;
  /** Null where there is no flag that this person may remove. */
  unflag: (() => void) | null;
}

export function useKeys({ id, back, setDisplay, relabel, unflag }: Shown): void {
  const classes = project.value?.classes ?? [];
  const latest = useRef({ relabel, unflag });
  latest.current = { relabel, unflag };
  useLayoutEffect(
    () =>
      offer([
        { id: "review.preview", title: say.keys.preview, key: "e", run: () => setDisplay((before) => ({ ...before, faded: !before.faded })) },
        { id: "review.try", title: say.keys.trying, key: "t", run: () => setDisplay((before) => ({ ...before, trying: !before.trying })) },
        { id: "review.back", title: say.keys.back, key: "escape", run: () => { location.hash = back; } },
        ...(unflag ? [{ id: "review.unflag", title: say.detail.removeFlag, key: "f", run: () => latest.current.unflag?.() }] : []),
        ...[...classKeys.peek()].map(([name, key]) => ({
          id: `review.class.${key}`,
          title: say.keys.relabel(name),
          key,
          run: () => latest.current.relabel(name),
          quiet: true,
        })),
      ]),
    [id, back, unflag === null, classes.join("\n")],
  );
}
