// The card after the last document of a batch, or after the last of all.
import { useEffect, useRef } from "preact/hooks";
import type { Accuracy, ProjectNow } from "../../api/schema";
import { Fact } from "../../forms/fact";
import { expectation, number, percent, seconds } from "../../numbers";
import { KeyCap } from "../../shell/key_cap";
import { Failure } from "../../shell/failure";
import { counts, taught } from "../../state/lessons/lessons";
import { address } from "../../state/route";
import { ENOUGH_CHECKS, project, session, study } from "../../state/session";
import { say as pane } from "../../pane_strings";
import { say } from "../../strings";
import { ask, asking, isMeasuring, questions, rows } from "./batch";
import { WhatChanged } from "../side/what_changed";
import { MeasureNow } from "./measure_now";
import { LinkButton } from "../../forms/button";

export function BatchDone() {
  const open = project.value;
  const buttons = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) buttons.current?.querySelector<HTMLElement>(".primary")?.focus({ preventScroll: true });
  }, []);
  const poolDone = questions.value !== null && rows.value.length === 0;
  return (
    <section class="reader" aria-label={poolDone ? pane.ended.pool : say.done.batch}>
      <div class="sheet">
        <div class="state-card">
          <h2>{poolDone ? pane.ended.pool : say.done.batch}</h2>
          {poolDone && open ? <PoolDone open={open} /> : isMeasuring.value ? <Measured accuracy={open?.accuracy ?? null} /> : <Tally />}
          {open && !study.value && !poolDone && (
            <>
              {!isMeasuring.value && (
                <p class="batch-changed">
                  <WhatChanged />
                </p>
              )}
              <p>{advice(open)}</p>
            </>
          )}
          {asking.value.refused && <Failure refused={asking.value.refused} again={() => void ask()} />}
          <p class="buttons" ref={buttons}>
            {poolDone && (
              <>
                <LinkButton kind="primary" href={address("progress")}>{say.screens.progress}</LinkButton>
                <LinkButton href={address("classify")}>{say.screens.classify}</LinkButton>
              </>
            )}
            <button type="button" class={`button ${poolDone ? "" : "primary"}`} onClick={() => void ask()}>
              {poolDone ? pane.ended.look : isMeasuring.value ? say.measure.back : pane.ended.next} {!poolDone && <KeyCap id="accept" of="enter" />}
            </button>
            {isMeasuring.value && <MeasureNow />}
            <LinkButton href={address("data", ["export"])}>{pane.ended.export}</LinkButton>
          </p>
        </div>
      </div>
    </section>
  );
}

/** What a batch that measures says. */
function Measured({ accuracy }: { accuracy: Accuracy | null }) {
  if (!accuracy || accuracy.checked < ENOUGH_CHECKS) return <p>{say.measure.few}</p>;
  const { right, checked, low, high } = accuracy;
  return <p>{say.measure.result(percent(right / checked), percent(low), percent(high), number(checked))}</p>;
}

/** What was done in the batch. */
function Tally() {
  const { counted } = taught.value;
  const labels = rows.value.map(({ id }) => counted.answer(id)).filter((answer) => answer?.kind === "label");
  const spent = labels.flatMap((label) => label?.seconds ?? []);
  const quality = study.value ? null : project.value?.quality;
  const [expected, about] = quality ? expectation(quality) : [];
  return (
    <dl class="facts">
      <Fact name={say.top.labels(labels.length)} value={number(labels.length)} />
      {spent.length > 0 && <Fact name={pane.ended.each} value={seconds(median(spent))} />}
      {expected && <Fact name={pane.ended.accuracy(about ?? "")} value={expected} />}
    </dl>
  );
}

/** As Quality tells it. */
function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = sorted.length / 2;
  return ((sorted[Math.ceil(at) - 1] ?? 0) + (sorted[Math.floor(at)] ?? 0)) / 2;
}

/** Reasons there is nothing to ask: all is answered, or colleagues have the rest. */
function PoolDone({ open: { documents, held_out } }: { open: ProjectNow }) {
  const left = documents - held_out - counts.value.labels - counts.value.skips;
  return (
    <>
      <p>{session.value?.team && left > 0 ? pane.ended.poolShared : pane.ended.poolAnswered}</p>
      <p class="faint">{pane.ended.poolAbout}</p>
    </>
  );
}

/** Whether it is worth going on, once that is known. */
function advice({ advice: { stop, settled }, accuracy }: ProjectNow): string {
  if (!settled) return "";
  if (stop && accuracy) return pane.ended.stop(percent(accuracy.low), percent(accuracy.high));
  return `${pane.ended.settled} ${accuracy ? pane.ended.otherwise : pane.ended.unchecked}`;
}
