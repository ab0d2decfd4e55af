// What the newest model says differently than the one before: how many, from what to what, because of what; with the way back.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Answered, useAnswer } from "../../api/answer";
import { query, within } from "../../api/client";
import type { Changes, Estimate } from "../../api/schema";
import { number, percent, range } from "../../numbers";
import { ClassChip, Tile } from "../../shell/class_chip";
import { KeyCap } from "../../shell/key_cap";
import { useCommands } from "../../shell/keys";
import { address, go, route } from "../../state/route";
import { mayTeach, project } from "../../state/session";
import { say as onScreen } from "../../strings";
import { ask, isDone } from "../queue/batch";
import { Bands } from "./bands";
import { BecauseOf } from "./because";
import { useUntilNewest } from "./outdated";
import { say } from "./strings";
import { Button, LinkButton } from "../../forms/button";

const CARDS = 2; // classes beside the accuracy

export default function Changed() {
  const since = route.value.query.get("since");
  const answer = useAnswer<Changes | null>(since === null ? null : within(project.value?.name ?? "", "review", "changes") + query({ since }));
  const newest = project.value?.model?.number;
  useUntilNewest(answer, since === null ? null : Number(since), newest); // what was taken back here will be heard
  const goOn = useRef<HTMLButtonElement>(null);
  useEffect(() => goOn.current?.focus({ preventScroll: true }), []);
  useCommands([
    { id: "accept", title: onScreen.commands.accept, key: "enter", run: proceed },
    { id: "escape", title: onScreen.commands.escape, key: "escape", run: () => go("teach"), quiet: true },
  ]);
  return (
    <div class="changed">
      <Answered answer={answer}>{(found) => (found ? <ChangesShown changes={found} /> : <p class="changed-what">{say.same}</p>)}</Answered>
      <p class="buttons changed-next">
        <Button kind="primary" ref={goOn} onClick={proceed}>
          {isDone.value && mayTeach.value ? say.next(project.value?.settings.batch ?? 0) : say.back} <KeyCap id="accept" of="enter" />
        </Button>
        {answer.value && answer.value.changed > 0 && (
          <LinkButton href={address("review", ["predictions"], { since: String(answer.value.since) })}>{say.all(number(answer.value.changed))}</LinkButton>
        )}
      </p>
    </div>
  );
}

/** Back to the documents: to the next ones, where those that were asked are answered. */
function proceed(): void {
  if (isDone.peek()) void ask();
  go("teach");
}

function ChangesShown({ changes }: { changes: Changes }) {
  const { since, model, documents, changed, because, recall, accuracy, accuracy_before, listed } = changes;
  const lessons = Object.values(because.lessons).reduce((sum, n) => sum + n, 0);
  return (
    <>
      <section class="changed-what">
        <p class="faint">{say.models(model, since, lessons)}</p>
        <h1>{say.title(number(changed), number(documents))}</h1>
        {accuracy && (
          <>
            <ul class="changed-cards">
              <Card before={accuracy_before} now={accuracy}>
                {say.accuracy}
              </Card>
              {recall.slice(0, CARDS).map((line) => (
                <Card key={line.class} before={line.before} now={line.now}>
                  <Tile name={line.class} thought /> <span dir="auto">{say.found(line.class)}</span>
                </Card>
              ))}
            </ul>
            <p class="faint small">{say.expected}</p>
          </>
        )}
        {changed > 0 && (
          <>
            <div class="changed-head">
              <h2>{say.where}</h2>
              <span class="faint small">{say.bands}</span>
            </div>
            <Bands changes={changes} />
          </>
        )}
      </section>
      <div class="changed-why">
        <BecauseOf because={because} model={model} />
        {listed.length > 0 && (
          <section>
            <div class="changed-head">
              <h2>{say.some}</h2>
              <span class="faint small">{say.surest}</span>
            </div>
            <ul class="changed-some">
              {listed.map(({ id, snippet, from, to }) => (
                <li key={id}>
                  <a href={address("review", ["predictions", id])} dir="auto">
                    {snippet}
                  </a>
                  <p>
                    <ClassChip name={from} thought /> → <ClassChip name={to} thought />
                  </p>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}

/** A number that is expected, before (if that is known) and now, with the range in which it lies now. */
function Card({ before, now, children }: { before: Estimate | null; now: Estimate; children: ComponentChildren }) {
  return (
    <li>
      <span class="faint">{children}</span>
      <p>
        {before && (
          <span class="faint">
            <span class="visually-hidden">{say.was}</span> {percent(before.value)} →
          </span>
        )}
        <b>{percent(now.value)}</b>
        <span class="faint small">{range(now)}</span>
      </p>
    </li>
  );
}
