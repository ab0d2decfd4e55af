// What the seconds of a lesson are spent on: the document on this screen, from the moment its batch is there.
import { effect } from "@preact/signals";
import { seen, watch } from "../../state/stopwatch";
import { route } from "../../state/route";
import { openName, study } from "../../state/session";
import { row, trial } from "./batch";

/** Time each document for as long as it is looked at; a project and a trial begin at zero. */
export function followTime(): void {
  let before = "";
  effect(() => {
    const where = `${openName.value} ${trial.value}`;
    const document = row.value?.id ?? "";
    const isHere = route.value.screen === "teach" && seen.value && trial.value === (study.value?.id ?? null);
    if (where !== before) watch.reset();
    before = where;
    watch.turn(isHere ? document : null);
  });
}
