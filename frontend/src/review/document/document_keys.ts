// The keys while a document is shown.
import { useCommands } from "../../shell/keys";
import { classKeys } from "../../state/session";
import type { Display } from "./display";
import { say } from "../strings";

interface Shown {
  /** Where the list alone is shown. */
  back: string;
  setDisplay: (change: (before: Display) => Display) => void;
  relabel: (name: string) => void;
  /** Null where there is no flag that this person may remove. */
  unflag: (() => void) | null;
}

export function useKeys({ back, setDisplay, relabel, unflag }: Shown): void {
  useCommands([
    { id: "review.preview", title: say.keys.preview, key: "e", run: () => setDisplay((before) => ({ ...before, faded: !before.faded })) },
    { id: "review.try", title: say.keys.trying, key: "t", run: () => setDisplay((before) => ({ ...before, trying: !before.trying })) },
    { id: "review.back", title: say.keys.back, key: "escape", run: () => { location.hash = back; } },
    ...(unflag ? [{ id: "review.unflag", title: say.detail.removeFlag, key: "f", run: unflag }] : []),
    ...[...classKeys.value].map(([name, key]) => ({ id: `review.class.${key}`, title: say.keys.relabel(name), key, run: () => relabel(name), quiet: true })),
  ]);
}
