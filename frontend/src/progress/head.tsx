// One number with its range, where it comes from, and what makes it firmer.
import type { Quality } from "../api/schema";
import { Interval } from "../charts/interval";
import { expectation, number } from "../numbers";
import { mayTeach, project } from "../state/session";
import { MeasureNow } from "../teach/queue/measure_now";
import { GOAL } from "../teach/side/expected";
import { say } from "./strings";

export function Head({ quality }: { quality: Quality | null }) {
  const open = project.value;
  if (!open) return null;
  const [first, then] = quality ? expectation(quality) : [];
  return (
    <header class="quality-head">
      <div>
        <p class="label faint">{say.head.over(number(open.documents))}</p>
        {quality ? (
          <p class="quality-number">
            <b>{first}</b> <span class="faint">{then}</span>
          </p>
        ) : (
          <p>{say.head.none}</p>
        )}
      </div>
      {quality && (
        <div class="quality-meter">
          <Interval at={quality.accuracy.value} low={quality.accuracy.low} high={quality.accuracy.high} goal={GOAL} />
        </div>
      )}
      {quality && <p class="faint quality-basis">{say.head.basis(quality.basis)}</p>}
      {quality && mayTeach.value && (
        <div class="quality-measure">
          <MeasureNow primary />
        </div>
      )}
    </header>
  );
}
