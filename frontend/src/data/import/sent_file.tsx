// A file that was sent: how it is to be read, then its import, then what became of it.
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem } from "../../api/answer";
import { call, within } from "../../api/client";
import { Button, LinkButton } from "../../forms/button";
import { useServerAction } from "../../forms/server_action";
import { announce } from "../../shell/announce";
import { jobs } from "../../state/connection";
import { address } from "../../state/route";
import { refreshProject } from "../../state/session";
import type { ClassQuestion, UploadPreview, Uploaded } from "../../api/schema";
import type { Imported } from "../../api/events";
import { say } from "./strings";
import { withoutColumn } from "./roles";
import { PreviewOf, Problems, type Reading, type Asked } from "./preview";

interface Props {
  file: File;
  first: Uploaded;
  project: string;
  restart: () => void;
}

export function SentFile({ file, first, project, restart }: Props) {
  const [preview, setPreview] = useState(first.preview);
  const [bad, setBad] = useState({ problems: first.preview.problems, total: first.preview.bad_rows });
  const [leaveOut, setLeaveOut] = useState(false);
  const [job, setJob] = useState<string | null>(null);
  const [failure, setFailure] = useState("");
  const { busy, refused, act } = useServerAction();
  const path = within(project, "uploads", first.upload);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [job]);

  const wanted = useRef<Reading | null>(null);
  const [asked, setAsked] = useState<Asked>({ several: null, header: null, sheet: null, rejected: null, classes_as: {}, learn_from: [] });
  const [questions, setQuestions] = useState<readonly ClassQuestion[]>(first.preview.class_questions);
  /** Read it so; what is chosen while an answer is on its way comes next. */
  const change = (reading: Reading) => {
    wanted.current = reading;
    const { several = null, header = null, sheet = null, rejected = null, classes_as = {}, learn_from = [] } = reading;
    setAsked({ several, header, sheet, rejected, classes_as, learn_from });
    act(async () => {
      for (let next = wanted.current; next; next = wanted.current) {
        wanted.current = null;
        const inspected = await call<UploadPreview>("POST", `${path}/preview`, requestOf(next));
        setPreview({ ...inspected, roles: { ...withoutColumn(next.roles), ...inspected.roles } });
        setQuestions((before) => openAndAnswered(before.filter(({ name }) => name in classes_as), inspected.class_questions));
        setBad({ problems: inspected.problems, total: inspected.bad_rows });
      }
    });
  };
  const go = () =>
    act(async () => {
      setFailure("");
      const started = await call<{ job: string }>("POST", `${path}/import`, { ...requestOf({ ...preview, ...asked }), leave_out_bad_rows: leaveOut, learn_from: asked.learn_from });
      setJob(started.job);
    });
  const back = () => {
    void call("DELETE", path).catch(() => {});
    restart();
  };
  /** What only the whole import found is shown with the preview again, as it was chosen. */
  const failed = (error: string, result: Imported | null) => {
    if (result && "problems" in result) setBad({ problems: result.problems, total: result.total });
    else setFailure(error);
    setJob(null);
  };

  if (job !== null) return <Working job={job} restart={restart} failed={failed} />;
  const ready = preview.rows.length > 0 && preview.class_questions.length === 0 && (bad.total === 0 || leaveOut);
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {say.preview}
      </h2>
      <p class="lead">
        <strong dir="auto">{file.name}</strong>
        {preview.documents > 0 && ` · ${say.documents(preview.documents, preview.whole)}`}
      </p>
      {refused && <Problem refused={refused} />}
      {failure && (
        <div class="problem" role="alert">
          <p class="pre">{failure}</p>
          <p>{say.lost}</p>
        </div>
      )}
      <PreviewOf preview={preview} questions={questions} reading={asked} change={change} />
      <Problems {...bad} leaveOut={leaveOut} choose={setLeaveOut} />
      <div class="buttons">
        <Button kind="primary" disabled={!ready || busy} onClick={go}>{say.go}</Button>
        <Button onClick={back}>{say.back}</Button>
        {busy && <span class="faint">{say.checking}</span>}
      </div>
    </>
  );
}

/** Questions that were answered, and those that are still asked; each once, in the order of their names. */
function openAndAnswered(answered: readonly ClassQuestion[], open: readonly ClassQuestion[]): readonly ClassQuestion[] {
  const others = answered.filter(({ name }) => !open.some((each) => each.name === name));
  return [...others, ...open].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** How the file is to be read, as the server takes it. */
function requestOf({ format, encoding, roles, texts = [], several = null, header = null, sheet = null, rejected = null, classes_as = {} }: Reading) {
  return { format, encoding: encoding || null, roles, texts, several, header, sheet, rejected, classes_as };
}

interface WorkingProps {
  job: string;
  restart: () => void;
  failed: (error: string, result: Imported | null) => void;
}

function Working({ job, restart, failed }: WorkingProps) {
  const state = jobs.value[job];
  const result = state?.finished ? (state.result as Imported | null) : null;
  useEffect(() => {
    if (!state?.finished) return;
    if (state.error) return failed(state.error, result);
    announce(result && "documents" in result ? say.done(result.documents) : "");
    void refreshProject();
  }, [state?.finished]);
  if (result && "documents" in result) return <Done result={result} restart={restart} />;
  return (
    <div class="working">
      <h2>{say.working}</h2>
      {state?.total ? (
        <progress max={state.total} value={state.done} aria-label={say.working} />
      ) : (
        <progress aria-label={say.working} />
      )}
      <p class="faint">{state?.what}</p>
    </div>
  );
}

function Done({ result, restart }: { result: Extract<Imported, { documents: number }>; restart: () => void }) {
  return (
    <div class="working">
      <h2>{say.done(result.documents)}</h2>
      {result.left_out.length > 0 && (
        <details>
          <summary>{say.leftOutRows(result.left_out.length)}</summary>
          <ul class="bullets">
            {result.left_out.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </details>
      )}
      {result.notes.map((note) => (
        <p key={note} class="notice">
          {note}
        </p>
      ))}
      <p class="faint">
        {say.wrong}{" "}
        <a class="link" href={address("data", ["history"])}>
          {say.takeBack}
        </a>
      </p>
      <div class="buttons">
        <LinkButton kind="primary" href={address("teach")}>{say.teach}</LinkButton>
        <Button onClick={restart}>{say.another}</Button>
      </div>
    </div>
  );
}
