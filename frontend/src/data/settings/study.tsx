// A timed study: started here, taught in Teach, exported here.
import { useEffect, useState } from "preact/hooks";
import { type Answer, Problem, useAnswer } from "../../api/answer";
import { API, call, within } from "../../api/client";
import { Button, LinkButton } from "../../forms/button";
import { useServerAction } from "../../forms/server_action";
import { Confirm } from "../../forms/confirm";
import { NumberField, TextField } from "../../forms/field";
import { Form } from "../../forms/form";
import { Select } from "../../forms/select";
import { address } from "../../state/route";
import { loadSession, mayOwn, project, refreshStudy } from "../../state/session";
import type { StudyBasis, TrialNow } from "../../api/schema";
import { say } from "./strings";

export function StudySection() {
  const name = project.value?.name ?? "";
  const answer = useAnswer<TrialNow | null>(within(name, "study"));
  const refresh = async () => {
    await refreshStudy(); // before the way to Teach is shown, which then asks for nothing that a trial hides
    answer.again();
    void loadSession();
  };
  return (
    <>
      <p class="lead">{say.study.about}</p>
      {answer.value?.running ? (
        <Running study={answer.value} project={name} ended={refresh} />
      ) : (
        (answer.value !== undefined || answer.refused) && <Start project={name} started={refresh} />
      )}
      {mayOwn.value && !answer.value?.running && <Results project={name} />}
    </>
  );
}

function Results({ project: name }: { project: string }) {
  return (
    <>
      <h2>{say.study.export}</h2>
      <p class="lead">{say.study.exportAbout}</p>
      <div class="buttons">
        <LinkButton href={`${API}${within(name, "study", "export")}?format=json`} download={`${name}-study.json`}>{say.study.json}</LinkButton>
        <LinkButton href={`${API}${within(name, "study", "export")}?format=csv`} download={`${name}-study.csv`}>{say.study.csv}</LinkButton>
      </div>
    </>
  );
}

function Running({ study, project, ended }: { study: TrialNow; project: string; ended: () => Promise<void> }) {
  const [left, setLeft] = useState(study.seconds_left);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    const until = performance.now() + study.seconds_left * 1000;
    const timer = setInterval(() => {
      const now = (until - performance.now()) / 1000;
      setLeft(now);
      if (now <= 0) void ended();
    }, 1000);
    return () => clearInterval(timer);
  }, [study]);
  return (
    <section class="card">
      <h2>{say.study.running(study.subject)}</h2>
      <p>
        {say.study.conditions[study.condition]} · {say.study.left(left)}
      </p>
      <div class="buttons">
        <LinkButton kind="primary" href={address("teach")}>{say.study.teach}</LinkButton>
        <Button onClick={() => setAsking(true)}>{say.study.stop}</Button>
      </div>
      {asking && (
        <Confirm
          title={say.study.stop}
          action={say.study.stop}
          work={async () => {
            await call("DELETE", within(project, "study"));
            await ended();
          }}
          close={() => setAsking(false)}
        >
          <p>{say.study.stopConfirm}</p>
        </Confirm>
      )}
    </section>
  );
}

/** By how many known labels the study would be measured, and what they are too few for. */
function Measured({ answer }: { answer: Answer<StudyBasis> }) {
  const { value, refused, again } = answer;
  if (refused) return <Problem refused={refused} again={again} />;
  if (!value) return null;
  return (
    <div class={value.documents && !value.doubts.length ? "faint" : "notice"}>
      <p>{value.sentence}</p>
      {value.doubts.map((doubt) => (
        <p key={doubt}>{doubt}</p>
      ))}
    </div>
  );
}

function Start({ project, started }: { project: string; started: () => Promise<void> }) {
  const measured = useAnswer<StudyBasis>(within(project, "study", "known"));
  const [subject, setSubject] = useState("");
  const [condition, setCondition] = useState<TrialNow["condition"]>("dual");
  const [minutes, setMinutes] = useState(6);
  const { busy, refused, act } = useServerAction();
  const start = () =>
    act(async () => {
      await call("POST", within(project, "study"), { condition, minutes, subject: subject.trim() });
      await started();
    });
  return (
    <Form class="form" submit={start}>
      <TextField label={say.study.subject} hint={say.study.subjectHint} class="field medium" required value={subject} set={setSubject} />
      <Select
        label={say.study.condition}
        class="field medium"
        value={condition}
        options={Object.entries(say.study.conditions)}
        choose={(value) => setCondition(value as TrialNow["condition"])}
      />
      <NumberField label={say.study.minutes} min={1} max={120} value={minutes} set={setMinutes} />
      {refused && <Problem refused={refused} />}
      <Measured answer={measured} />
      <Button kind="primary" type="submit" disabled={busy || measured.value?.documents === 0}>{say.study.start}</Button>
    </Form>
  );
}
