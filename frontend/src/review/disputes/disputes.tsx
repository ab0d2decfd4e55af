// Where teachers differ, one document at a time: an answer settles it and the next one comes by itself.
import { useEffect, useState } from "preact/hooks";
import { Answered, useAnswer } from "../../api/answer";
import { query, within } from "../../api/client";
import type { Dispute, Disputes, ExplainedDocument } from "../../api/schema";
import { listed, percent } from "../../numbers";
import { announce } from "../../shell/announce";
import { tell } from "../../teach/lessons/step_note";
import { ClassChip } from "../../shell/class_chip";
import { KeyCap } from "../../shell/key_cap";
import { useCommands } from "../../shell/keys";
import { dispatch, taught } from "../../state/lessons/lessons";
import { isMachine, nameOf } from "../../state/own_names";
import { address } from "../../state/route";
import { classKeys, mayOwn, mayTeach, project } from "../../state/session";
import { say } from "../strings";
import { ClassButtons } from "../class_buttons";
import { DisputedText } from "./disputed_text";
import { Teachers } from "./teachers";
import { Button, LinkButton } from "../../forms/button";

/** The place of the next dispute that is neither settled nor put off; those put off come again at the end. */
export function nextOf(queue: readonly { id: string }[], settled: ReadonlySet<string>, later: readonly string[]): number {
  const open = queue.map(({ id }, at) => ({ id, at })).filter(({ id }) => !settled.has(id));
  const first = open.find(({ id }) => !later.includes(id));
  return (first ?? open.sort((one, other) => later.lastIndexOf(one.id) - later.lastIndexOf(other.id))[0])?.at ?? -1;
}

export function DisputesTab() {
  const answer = useAnswer<Disputes>(within(project.value?.name ?? "", "review", "disputes"));
  useEffect(answer.again, [project.value?.model?.number]); // what was settled, here or by a colleague, counts for the teachers
  return (
    <div class="three">
      <Answered answer={answer}>
        {(found) => (
          <>
            <Queue found={found} />
            <Teachers found={found} />
          </>
        )}
      </Answered>
    </div>
  );
}

function Queue({ found }: { found: Disputes }) {
  const [mine, setMine] = useState<Record<string, string>>({}); // document → the lesson that settled it
  const [later, setLater] = useState<string[]>([]);
  const { counted } = taught.value;
  const settled = new Set(found.queue.map(({ id }) => id).filter((id) => mine[id] !== undefined && counted.counts(mine[id])));
  const dispute = found.queue[nextOf(found.queue, settled, later)];
  const done = found.settled + settled.size;
  const left = found.queue.length - settled.size;
  const answer = (name: string) => {
    if (!dispute || !mayTeach.peek()) return;
    const [lesson = ""] = dispatch({ kind: mayOwn.peek() ? "adjudicate" : "label", document: dispute.id, class: name });
    setMine((before) => ({ ...before, [dispute.id]: lesson }));
    noteStep(mayOwn.peek() ? say.disputes.settledAs(dispute.id, name) : say.disputes.labelledAs(dispute.id, name));
  };
  const putOff = () => {
    if (dispute) setLater((before) => [...before, dispute.id]);
  };
  const ask = () => {
    if (!dispute || !mayTeach.peek()) return;
    dispatch({ kind: "flag", document: dispute.id, note: say.disputes.askNote(Object.entries(dispute.said).map(([who, name]) => say.detail.said(nameOf(who), name))) });
    noteStep(say.disputes.asked(dispute.id));
    putOff();
  };
  useCommands([
    ...[...classKeys.value].map(([name, key]) => ({ id: `disputes.${key}`, title: say.disputes.settle(name), key, run: () => answer(name), quiet: true })),
    { id: "disputes.later", title: say.disputes.later, key: "x", run: putOff },
    { id: "disputes.ask", title: say.disputes.ask, key: "m", run: ask },
  ]);
  return (
    <section class="dispute" aria-label={say.tabs.disputes}>
      <p class="row faint" role="status">
        <span>{mayOwn.value ? (done > 0 || dispute) && say.disputes.progress(done, left) : dispute && say.disputes.toLookAt(left)}</span>
        {dispute && <span dir="auto">{dispute.id}</span>}
      </p>
      {dispute ? (
        <>
          <Shown key={dispute.id} dispute={dispute} />
          {mayTeach.value && (
            <div class="dispute-answers">
              <ClassButtons disabled={false} choose={answer} />
            </div>
          )}
          <p class="row">
            <span class="buttons">
              <Button kind="quiet" onClick={putOff}>{say.disputes.later} <KeyCap id="disputes.later" of="x" /></Button>
              {mayTeach.value && (
                <Button kind="quiet" onClick={ask}>
                  {say.disputes.ask} <KeyCap id="disputes.ask" of="m" />
                </Button>
              )}
            </span>
            <span class="faint small">{mayOwn.value ? say.disputes.moves : mayTeach.value ? say.disputes.own : say.disputes.look}</span>
          </p>
          <Guideline dispute={dispute} />
        </>
      ) : (
        <div class="empty">
          <p>{!done ? (found.talk.length ? say.disputes.others : say.disputes.none) : mayOwn.value ? say.disputes.allDone : say.disputes.allSeen}</p>
          {done ? (
            mayTeach.value && (
              <LinkButton kind="primary" href={address("teach")}>{say.teach}</LinkButton>
            )
          ) : (
            mayOwn.value && (
              <LinkButton href={address("data", ["settings"])}>{say.disputes.twiceHow}</LinkButton>
            )
          )}
        </div>
      )}
    </section>
  );
}

function Shown({ dispute: { id, text, said, rationales, with_machine } }: { dispute: Dispute }) {
  const explained = useAnswer<ExplainedDocument>(`${within(project.value?.name ?? "", "documents", id)}/explanation${query({ most: 1 })}`);
  const guess = explained.value;
  return (
    <>
      <DisputedText text={text} said={said} rationales={rationales} />
      <ul class="sides">
        {Object.entries(said).map(([teacher, name]) => {
          const marked = rationales.filter((each) => each.teacher === teacher).map(({ start, end }) => `“${[...text].slice(start, end).join("")}”`);
          return (
            <li key={teacher} class="opinion box">
              <p class="row">
                <b dir="auto">{nameOf(teacher)}</b> <ClassChip name={name} thought={isMachine(teacher)} />
              </p>
              {marked.length > 0 && <p class="faint" dir="auto">{say.disputes.highlighted(listed(marked))}</p>}
            </li>
          );
        })}
      </ul>
      {with_machine && <p class="faint small">{say.disputes.machine}</p>}
      {guess && (
        <p class="model-side">
          <span class="faint">{say.disputes.model}</span> <ClassChip name={guess.class} thought /> <b>{percent(guess.probabilities[guess.class] ?? 0)}</b>
          {guess.words.length > 0 && (
            <span class="faint" dir="auto">
              {" "}
              {say.disputes.because(guess.words)}
            </span>
          )}
        </p>
      )}
    </>
  );
}

/** Say what was done, on the screen and to those who do not see it, with the way back. */
function noteStep(sentence: string): void {
  tell(sentence, "undo");
  announce(sentence);
}

/** What was agreed on, which should decide: the guidelines, one click away. */
function Guideline({ dispute }: { dispute: Dispute }) {
  return (
    <p class="guideline">
      {say.disputes.guideline(listed([...new Set(Object.values(dispute.said))]))}{" "}
      <a class="link" href={address("data", ["guidelines"])}>
        {say.disputes.guidelines}
      </a>
    </p>
  );
}
