// Beside the text: how good the model is, what is best done next, and where it was surprised.
import type { Accuracy } from "../../api/schema";
import { number, percent } from "../../numbers";
import { Tile } from "../../shell/class_chip";
import { ENOUGH_CHECKS, project, study } from "../../state/session";
import { taught } from "../../state/lessons/lessons";
import { say } from "../../pane_strings";
import { MeasureNow } from "../queue/measure_now";
import { NextStep } from "./next_step";
import { SurpriseList } from "./surprise_list";
import { WhatChanged } from "./what_changed";

export function Side() {
  const open = project.value;
  if (!open || study.value) return null;
  return (
    <>
      <section>
        <h2>{say.side.accuracy}</h2>
        <Measured accuracy={open.accuracy} />
      </section>
      <ClassTable />
      <WhatChanged />
      <section class="best-next">
        <h2>{say.side.next}</h2>
        <NextStep />
        <MeasureNow />
      </section>
      <SurpriseList />
    </>
  );
}

/** A share with its range, never without; with few checks, how many there are. */
function Measured({ accuracy }: { accuracy: Accuracy | null }) {
  if (!accuracy || accuracy.checked < ENOUGH_CHECKS) return <p class="faint">{say.side.few(accuracy?.checked ?? 0, ENOUGH_CHECKS)}</p>;
  const { right, checked, low, high } = accuracy;
  return (
    <>
      <p>
        <b class="figure-number">{percent(right / checked)}</b> <span class="faint">{say.side.range(percent(low), percent(high), number(checked))}</span>
      </p>
      <Interval at={right / checked} low={low} high={high} />
    </>
  );
}

/** The only meter: a track, the range as a band, the value as a point. */
export function Interval({ at, low, high, expected = false }: { at: number; low: number; high: number; expected?: boolean }) {
  const share = (value: number) => `${Math.round(value * 1000) / 10}%`;
  return (
    <div class={`interval ${expected ? "expected" : ""}`} aria-hidden="true">
      <i style={{ insetInlineStart: share(low), inlineSize: share(high - low) }} />
      <b style={{ insetInlineStart: share(at) }} />
    </div>
  );
}

/** What each class was taught. */
function ClassTable() {
  const { counted } = taught.value;
  return (
    <table class="per-class">
      <thead>
        <tr>
          <th>{say.side.class}</th>
          <th class="number">{say.side.words}</th>
        </tr>
      </thead>
      <tbody>
        {(project.value?.classes ?? []).slice(0, 12).map((name) => (
          <tr key={name}>
            <td>
              <Tile name={name} /> <span dir="auto">{name}</span>
            </td>
            <td class="number">{number(counted.wordsOf(name).length)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
