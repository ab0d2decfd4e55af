// What a lesson did: the predictions that are others because of it, and the accuracy with it and without it.
import { Answered, useAnswer } from "../../api/answer";
import { query, within } from "../../api/client";
import type { LessonEffect } from "../../api/schema";
import { number, percent } from "../../numbers";
import { ClassChip } from "../../shell/class_chip";
import { Dialog } from "../../shell/dialog";
import { address } from "../../state/route";
import { project } from "../../state/session";
import { say } from "./strings";
import { Button } from "../../forms/button";

/** Lessons that a model learns from. */
const TEACH = ["label", "exclude", "word", "not_a_reason", "rationale", "distinction", "describe", "adjudicate"];

/** Whether a line of the history did something to the model. */
export function hasEffect({ kind, active, act }: { kind: string; active: boolean; act: { is_import: boolean; at_once?: boolean } | null }): boolean {
  return active && TEACH.includes(kind) && (act === null || Boolean(act.at_once));
}

interface Props {
  lesson: string;
  /** What it is, in words. */
  what: string;
  atOnce: boolean;
  /** Takes it back; absent where the person may not. */
  takeBack?: (() => void) | undefined;
  close: () => void;
}

export function EffectDialog({ lesson, what, atOnce, takeBack, close }: Props) {
  const answer = useAnswer<LessonEffect>(within(project.value?.name ?? "", "lessons", lesson, "effect") + query({ at_once: atOnce }));
  return (
    <Dialog title={say.effect.title} kind="wide" onClose={close}>
      <Answered answer={answer}>{(found) => <Effect what={what || found.what} found={found} />}</Answered>
      {takeBack && answer.value && (
        <div class="buttons">
          <Button onClick={() => {
            takeBack();
            close();
          }}>{say.takeBack}</Button>
        </div>
      )}
    </Dialog>
  );
}

function Effect({ what, found: { lessons, documents, changed, moves, listed, accuracy, without } }: { what: string; found: LessonEffect }) {
  return (
    <div class="stack">
      <p class="faint" dir="auto">
        {lessons > 1 ? say.effect.several(what, lessons - 1) : what}
      </p>
      <p class="effect-lead" role="status">
        <b>{say.effect.changed(number(changed), number(documents))}</b>{" "}
        {accuracy && without && say.effect.accuracy(percent(without.value), percent(accuracy.value), percent(accuracy.low), percent(accuracy.high))}
      </p>
      <ul class="plain-list">
        {moves.map(({ from, to, documents: n }) => (
          <li key={`${from} ${to}`}>
            <ClassChip name={from} thought /> → <ClassChip name={to} thought /> <b>{number(n)}</b>
          </li>
        ))}
      </ul>
      {listed.length > 0 && <h3>{say.effect.some}</h3>}
      <ul class="plain-list">
        {listed.map(({ id, snippet, from, to }) => (
          <li key={id}>
            <a class="link" href={address("review", ["predictions", id])} dir="auto">
              {snippet}
            </a>{" "}
            <span class="faint small">
              {from} → {to}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
