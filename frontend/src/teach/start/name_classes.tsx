// A project without classes: some of its texts to read, and two or more classes to name, one a line.
import { useState } from "preact/hooks";
import { Problem, useAnswer } from "../../api/answer";
import { call, within } from "../../api/client";
import type { ClassColumn, DocumentPage } from "../../api/schema";
import { Button } from "../../forms/button";
import { TextArea } from "../../forms/field";
import { Form } from "../../forms/form";
import { Tick } from "../../forms/tick";
import { useServerAction } from "../../forms/server_action";
import { number } from "../../numbers";
import { go } from "../../state/route";
import { mayOwn, project, refreshProject } from "../../state/session";
import { say } from "../../pane_strings";
import { ask } from "../queue/batch";
import { namedSo, namesIn, spread } from "./class_names";

const READ = 200; // documents, of which some are shown
const SHOWN = 8;
const NAMED = 4; // classes of a column

export function NameClasses() {
  const [typed, setTyped] = useState("");
  const [withRest, setWithRest] = useState(false);
  const { busy, refused, act } = useServerAction();
  const known = project.value?.classes ?? [];
  const rest = withRest ? [say.name.restName] : [];
  const names = [...namesIn(typed).filter((name) => namedSo(name, rest) === undefined), ...rest].filter((name) => namedSo(name, known) === undefined);
  if (!mayOwn.value) return <section class="whole-state"><h1>{say.name.title}</h1><p class="faint">{say.name.wait}</p></section>;
  const fromColumn = async (name: string, column: string) => {
    await call("POST", within(name, "classes"), { from_column: column });
    await refreshProject();
    void ask(); // what was asked came before the labels
    go("teach");
  };
  const begin = async () => {
    const name = project.peek()?.name;
    if (name === undefined) return;
    await call("POST", within(name, "classes"), { add: names });
    if (withRest) await call("POST", within(name, "classes"), { rest: say.name.restName });
    await refreshProject();
    go("teach", ["words"]);
  };
  return (
    <div class="start-words start-names">
      <SomeTexts />
      <section>
        <h1>{say.name.title}</h1>
        <p class="faint">{say.name.about}</p>
        <Form submit={() => act(begin)}>
          <TextArea label={say.name.label} rows={5} autofocus placeholder={say.name.example} value={typed} set={setTyped} />
          <Tick value={withRest} set={setWithRest}>
            {say.name.addRest} <span class="faint small">{say.name.restAbout}</span>
          </Tick>
          <p class="class-preview buttons">
            {[...known, ...names].slice(0, 30).map((name, at) => (
              <span key={name} class={`chip class-chip class-${withRest && name === say.name.restName ? "rest" : at % 8}`}>
                {name}
              </span>
            ))}
          </p>
          {refused && <Problem refused={refused} />}
          <Button kind="primary" type="submit" disabled={busy || known.length + names.length < 2}>{say.name.do}</Button>
        </Form>
        <Columns busy={busy} take={(name, column) => act(() => fromColumn(name, column))} />
      </section>
    </div>
  );
}

/** Columns of the file that name classes already: their cells come along as labels. */
function Columns({ busy, take }: { busy: boolean; take: (project: string, column: string) => void }) {
  const name = project.value?.name;
  const { value } = useAnswer<ClassColumn[]>(name === undefined ? null : within(name, "classes", "columns"));
  if (name === undefined || !value?.length) return null;
  return (
    <section class="start-columns">
      <h2>{say.name.column}</h2>
      <ul>
        {value.map(({ name: column, values, documents }) => (
          <li key={column} class="row box">
            <span>
              <b dir="auto">{column}</b> <span class="faint">{say.name.columnAbout(values.length, [...values.slice(0, NAMED), ...(values.length > NAMED ? ["…"] : [])].join(", "), number(documents))}</span>
            </span>
            <Button disabled={busy} aria-label={say.name.takeOf(column)} onClick={() => take(name, column)}>{say.name.take}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A few texts from all over the first documents, to see what there is to tell apart. */
function SomeTexts() {
  const open = project.value;
  const [turn, setTurn] = useState(0);
  const { value } = useAnswer<DocumentPage>(open ? `${within(open.name, "documents")}?limit=${READ}` : null);
  const documents = value?.documents ?? [];
  return (
    <aside class="start-sample" aria-label={say.name.read}>
      <h2>{say.name.read}</h2>
      <p class="row">
        <span class="faint">{value && say.name.some(number(value.total))}</span>
        {documents.length > SHOWN && (
          <Button kind="small" onClick={() => setTurn(turn + 1)}>{say.name.others}</Button>
        )}
      </p>
      <ul>
        {spread(documents, SHOWN, turn).map(({ id, snippet }) => (
          <li key={id} dir="auto">
            {snippet}
          </li>
        ))}
      </ul>
    </aside>
  );
}
