// How good the model is expected to be, from the first model on; what checks have measured stands beside it.
import { useState } from "preact/hooks";
import type { ClassQuality, Estimate, Quality } from "../../api/schema";
import { Interval } from "../../charts/interval";
import { expectation, number, percent, range } from "../../numbers";
import { say } from "../../pane_strings";
import { Tile } from "../../shell/class_chip";
import { localStore } from "../../state/storage";
import { address } from "../../state/route";
import { ENOUGH_CHECKS, project, projectName } from "../../state/session";
import { Button } from "../../forms/button";
import { questions } from "../queue/batch";

/** The accuracy at which most people find a model useful, and which is said once. */
export const GOAL = 0.8;
const ANSWERS = 5; // before which nothing but the model's own confidence speaks for the goal
const LEEWAY = 0.15; // how far under the goal the range may go where it is said to be reached
const WIDE = (low: number, high: number) => high - low > 0.3;
const FEW = (low: number, high: number) => high > 2 * Math.max(low, 5);
const LISTED = 12; // classes
const POOR = 0.6; // the share that is found of a class under which it is shown as a bad number

export function Expected({ quality }: { quality: Quality | null }) {
  if (!quality) return <p class="faint">{questions.value?.unread ? say.expected.reading : say.expected.none}</p>;
  const { value, low, high } = quality.accuracy;
  const [first, then] = expectation(quality);
  const measured = project.value?.accuracy;
  return (
    <>
      <p>
        <b class="figure-number">{first}</b> <span class="faint">{then}</span>
      </p>
      <Interval at={value} low={low} high={high} goal={GOAL} />
      <p class="faint small">
        {say.expected.by(quality.basis)}
        {measured && measured.checked >= ENOUGH_CHECKS && ` ${say.expected.measured(number(measured.checked), range(measured))}`}
      </p>
    </>
  );
}

/** What is expected of each class. */
export function ClassTable({ quality }: { quality: Quality | null }) {
  if (!quality) return null;
  const more = quality.classes.length - LISTED;
  return (
    <table class="per-class">
      <thead>
        <tr>
          <th>{say.side.class}</th>
          <th class="number" title={say.expected.rightAbout}>{say.expected.right}</th>
          <th class="number" title={say.expected.foundAbout}>{say.expected.found}</th>
          <th class="number" title={say.expected.numberAbout}>{say.expected.number}</th>
        </tr>
      </thead>
      <tbody>
        {quality.classes.slice(0, LISTED).map((line) => (
          <tr key={line.name}>
            <td class="cut" title={line.name}>
              <Tile name={line.name} /> <span dir="auto">{line.name}</span>
            </td>
            <td class="number">{line.precision ? <Share of={line.precision} answers={quality.answers} /> : "–"}</td>
            <td class={`number ${isPoor(line) ? "bad" : ""}`}>
              <Share of={line.recall} answers={quality.answers} />
            </td>
            <td class="number">{howMany(line.documents)}</td>
          </tr>
        ))}
        {more > 0 && (
          <tr>
            <td>
              <a class="link" href={address("progress")}>{say.expected.moreClasses(more)}</a>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** A share, with its range on demand. */
function Share({ of, answers }: { of: Estimate; answers: number }) {
  return <span title={range(of)}>{share(of, answers)}</span>;
}

/** A share that is expected; as a range as long as no answer speaks for it, or where one number would say more than is known. */
export function share({ value, low, high }: Estimate, answers: number): string {
  return answers && !WIDE(low, high) ? percent(value) : `${Math.round(100 * low)}–${Math.round(100 * high)}\u00a0%`;
}

/** How many documents are expected; as a range, likewise. */
export function howMany({ value, low, high }: Estimate): string {
  const [about, least, most] = [value, low, high].map((each) => number(Math.round(each)));
  return FEW(low, high) ? `${least}–${most}` : `${about}`;
}

/** Whether less of a class is found than should be, and that is not a matter of too few answers. */
export function isPoor({ recall }: ClassQuality): boolean {
  return recall.value < POOR && recall.high < GOAL;
}

/**
 * Whether the goal is reached, and that is no mere guess: some answers say so, and the range does not go far under it.
 * Where most documents are of one class, the accuracy is high while little of another is found: then it is not.
 */
export function isReached({ accuracy, answers, classes }: Pick<Quality, "accuracy" | "answers" | "classes">): boolean {
  return answers >= ANSWERS && accuracy.value >= GOAL && accuracy.low >= GOAL - LEEWAY && !classes.some(isPoor);
}

/** That the goal is reached: said once in a project, and gone when it was read. */
export function GoalReached({ quality }: { quality: Quality | null }) {
  const key = `teachback:goal:${projectName.value ?? ""}`;
  const [, setRead] = useState(false);
  if (!quality || !isReached(quality) || localStore.get(key) === "read") return null;
  return (
    <section class="goal-reached" role="status">
      <b>{say.goal.title(percent(GOAL))}</b>
      <p>{say.goal.about(range(quality.accuracy))}</p>
      <Button kind="small" onClick={() => {
        localStore.set(key, "read");
        setRead(true);
      }}>{say.goal.read}</Button>
    </section>
  );
}
