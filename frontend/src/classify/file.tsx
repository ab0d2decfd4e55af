// A file that is dropped: it is sent, classified in the background, looked at, and downloaded.
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem, refusedBy } from "../api/answer";
import { API, query, within, type Refused } from "../api/client";
import type { ClassifyJob } from "../api/schema";
import { addressOf, quoted } from "../data/export/project_address";
import { FileDrop } from "../forms/file_drop";
import { send, type Sending } from "../data/import/upload";
import { Button, LinkButton } from "../forms/button";
import { CopyableText } from "../forms/copyable_text";
import { ListNotice } from "../forms/list_notice";
import { named, Select } from "../forms/select";
import { Table } from "../forms/table_frame";
import { Tick } from "../forms/tick";
import { percent } from "../numbers";
import { announce } from "../shell/announce";
import { ClassChip } from "../shell/class_chip";
import { jobs } from "../state/connection";
import { project as open } from "../state/session";
import { say } from "./strings";

interface Wishes {
  reasons: boolean;
  probabilities: boolean;
  text?: readonly string[];
  sheet?: string;
}

interface Result {
  file: string;
  name: string;
  columns: string[];
  text: string | null;
  texts: string[];
  sheets: string[];
  sheet: string | null;
  /** Nothing is said of rows without a text. */
  rows: { text: string; class: string | null; probability: number | null; reasons: string }[];
  doubts: string[];
}

type Stage = { at: "choose"; refused?: Refused } | { at: "sending"; file: File; sent: number } | { at: "working"; file: File; job: string };

export function ClassifyFile({ project }: { project: string }) {
  const [wishes, setWishes] = useState<Wishes>({ reasons: true, probabilities: false });
  const [stage, setStage] = useState<Stage>({ at: "choose" });
  const sending = useRef<Sending<ClassifyJob> | null>(null);
  useEffect(() => () => sending.current?.stop(), []);
  const begin = (file: File, wanted: Wishes) => {
    setStage({ at: "sending", file, sent: 0 });
    const path = within(project, "classify", "uploads") + query({ name: file.name, ...wanted });
    sending.current = send<ClassifyJob>(path, file, (sent) => setStage({ at: "sending", file, sent }));
    sending.current.answer.then(
      ({ job }) => setStage({ at: "working", file, job }),
      (error: unknown) => setStage(error instanceof DOMException ? { at: "choose" } : { at: "choose", refused: refusedBy(error) }),
    );
  };
  const restart = () => setStage({ at: "choose" });
  return (
    <section>
      <h2>{say.file}</h2>
      {stage.at === "choose" && (
        <>
          {stage.refused && <Problem refused={stage.refused} />}
          <p>{say.drop}</p>
          <Tick value={wishes.reasons} set={(reasons) => setWishes({ ...wishes, reasons })}>{say.reasons}</Tick>
          <Tick value={wishes.probabilities} set={(probabilities) => setWishes({ ...wishes, probabilities })}>{say.probabilities}</Tick>
          <FileDrop choose={(file) => begin(file, wishes)} />
          <h3>{say.terminal}</h3>
          <CopyableText label={say.terminal} text={`teachback classify ${quoted(addressOf(open.value))} inbox.xlsx -o answers.xlsx --reasons`} />
        </>
      )}
      {stage.at === "sending" && (
        <div class="working">
          <h3>{say.sending(stage.file.name)}</h3>
          <progress max={stage.file.size} value={stage.sent} aria-label={say.sending(stage.file.name)} />
        </div>
      )}
      {stage.at === "working" && (
        <Working key={stage.job} job={stage.job} file={stage.file} project={project} restart={restart} again={(wanted) => begin(stage.file, { ...wishes, ...wanted })} />
      )}
    </section>
  );
}

/** Which columns make the text: those that it was, and others that can be ticked. */
function TextColumns({ result, again }: { result: Result; again: WorkingProps["again"] }) {
  const now = result.texts.length ? result.texts : [result.text ?? ""];
  const [chosen, setChosen] = useState(now);
  const toggle = (name: string, is: boolean) => setChosen(result.columns.filter((each) => (each === name ? is : chosen.includes(each))));
  const sheet = result.sheet === null ? {} : { sheet: result.sheet };
  return (
    <details class="text-columns">
      <summary>{say.columns(now)}</summary>
      {result.columns.map((name) => (
        <Tick key={name} value={chosen.includes(name)} set={(is) => toggle(name, is)}>{name}</Tick>
      ))}
      <Button disabled={!chosen.length || chosen.join("\0") === now.join("\0")} onClick={() => again({ text: chosen, ...sheet })}>{say.anew}</Button>
    </details>
  );
}

interface WorkingProps {
  job: string;
  file: File;
  project: string;
  restart: () => void;
  again: (wanted: Pick<Wishes, "text" | "sheet">) => void;
}

function Working({ job, file, project, restart, again }: WorkingProps) {
  const state = jobs.value[job];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!state?.finished) return;
    announce(state.error ?? say.ready(file.name));
    heading.current?.focus();
  }, [state?.finished]);
  if (state?.error) {
    return (
      <div class="problem" role="alert">
        <p class="pre">{state.error}</p>
        <Button onClick={restart}>{say.again}</Button>
      </div>
    );
  }
  const result = state?.finished ? (state.result as Result) : null;
  if (!result) {
    return (
      <div class="working">
        <h3>{say.working(file.name)}</h3>
        <progress aria-label={say.working(file.name)} />
      </div>
    );
  }
  const withReasons = result.rows.some(({ reasons }) => reasons);
  return (
    <>
      <h3 ref={heading} tabIndex={-1} dir="auto">
        {say.ready(file.name)}
      </h3>
      <div class="buttons">
        <LinkButton kind="primary" href={`${API}${within(project, "classify", "uploads", result.file)}`} download={result.name}>{say.download}</LinkButton>
        <Button onClick={restart}>{say.another}</Button>
      </div>
      <ListNotice title={say.doubts} sentences={result.doubts} />
      {result.sheets.length > 1 && (
        <Select label={say.sheet} value={result.sheet ?? result.sheets[0] ?? ""} options={named(result.sheets)} choose={(sheet) => again({ sheet })} />
      )}
      {result.columns.length > 1 && result.text !== null && <TextColumns result={result} again={again} />}
      <Table label={say.done(result.rows.length)} class="rows" names={[...say.heads, ...(withReasons ? [say.headReasons] : [])]}>
            {result.rows.map((row, at) => (
              <tr key={at}>
                <td class="row-text cut" dir="auto">
                  {row.text}
                </td>
                <td>{row.class !== null && <ClassChip name={row.class} thought />}</td>
                <td>{row.probability !== null && percent(row.probability)}</td>
                {withReasons && <td dir="auto">{row.reasons}</td>}
              </tr>
            ))}
      </Table>
    </>
  );
}
