// What an import would bring: how the file was read, which column is what, the first rows, and what is wrong.
import { useState } from "preact/hooks";
import { Button } from "../../forms/button";
import { TextField } from "../../forms/field";
import { Form } from "../../forms/form";
import { ListNotice } from "../../forms/list_notice";
import { BareSelect, named, type Option, Select } from "../../forms/select";
import { Table } from "../../forms/table_frame";
import { Tick } from "../../forms/tick";
import type { ClassQuestion, UploadPreview } from "../../api/schema";
import { say } from "./strings";
import { type ColumnRoles, roleOf, withRole } from "./roles";

export interface Reading {
  format: string;
  encoding: string;
  roles: Record<string, string>;
  several?: Several | null;
  texts?: readonly string[];
  header?: boolean | null;
  sheet?: string | null;
  rejected?: string | null;
  classes_as?: Record<string, string>;
  learn_from?: readonly string[];
}

/** What is asked of a reading beyond what the preview tells. */
export interface Asked {
  several: Several | null;
  header: boolean | null;
  sheet: string | null;
  rejected: string | null;
  /** What names in the file stand for: another class, none (empty), or themselves. */
  classes_as: Record<string, string>;
  /** The columns that the model learns from, too. */
  learn_from: readonly string[];
}

export type Several = "leave_out" | "first" | "combine";

interface Props {
  preview: UploadPreview;
  /** Names that may be no classes of their own, answered or not. */
  questions: readonly ClassQuestion[];
  /** How it was asked to be read. */
  reading: Asked;
  change: (reading: Reading) => void;
}

export function PreviewOf({ preview, questions, reading, change }: Props) {
  const { format, encoding, roles, columns } = preview;
  const now: Reading = { format, encoding, roles, texts: preview.texts, ...reading };
  const controls = Object.keys(preview.controls);
  const doubts = preview.doubts.slice(0, preview.doubts.length - preview.class_questions.length); // the last are asked below
  return (
    <>
      <div class="form-row">
        <Select
          label={say.format}
          hint={say.formatGuessed}
          value={format}
          options={Object.entries({ [format]: format, ...say.formats })}
          choose={(chosen) => change({ ...now, format: chosen, roles: {}, texts: [], sheet: null })}
        />
        {encoding !== "" && (
          <Select
            label={say.encoding}
            value={encoding}
            options={Object.entries({ [encoding]: encoding, ...say.encodings })}
            choose={(chosen) => change({ ...now, encoding: chosen })}
          />
        )}
        {preview.sheets.length > 1 && (
          <Select
            label={say.sheet}
            value={reading.sheet ?? preview.sheets[0] ?? ""}
            options={named(preview.sheets)}
            choose={(chosen) => change({ ...now, sheet: chosen, roles: {}, texts: [] })}
          />
        )}
        {HAVE_HEADERS.includes(format) && (
          <Select
            label={say.header}
            value={reading.header === null ? "" : String(reading.header)}
            options={Object.entries(say.headers)}
            choose={(chosen) => change({ ...now, header: chosen === "" ? null : chosen === "true", roles: {}, texts: [] })}
          />
        )}
      </div>
      {columns.length > 0 && <Columns preview={preview} learnFrom={reading.learn_from} choose={(chosen) => change({ ...now, ...chosen })} />}
      {controls.length > 1 && (
        <Select
          label={say.control}
          value={roles.label ?? ""}
          options={controls.map((name) => [name, `${name} (${preview.controls[name]})`] as [string, string])}
          choose={(chosen) => change({ ...now, roles: { ...roles, label: chosen } })}
        />
      )}
      {preview.several > 0 && (
        <Select
          label={say.several(preview.several)}
          value={reading.several ?? ""}
          options={Object.entries({ "": say.severalChoose, ...say.severalChoices })}
          choose={(chosen) => change({ ...now, several: (chosen || null) as Several | null })}
        />
      )}
      {questions.length > 0 && <ClassNames questions={questions} answers={reading.classes_as} choose={(classes_as) => change({ ...now, classes_as })} />}
      {(preview.only_class !== null || reading.rejected !== null) && (
        <Rejected key={reading.rejected} of={preview.only_class} value={reading.rejected ?? ""} choose={(rejected) => change({ ...now, rejected: rejected || null })} />
      )}
      <ListNotice title={say.notTaken} sentences={Object.entries(preview.not_taken).map(([what, many]) => say.notTakenLine(what, many))} />
      {Object.keys(preview.machines).length > 0 && <p class="notice">{say.machines(preview.machines)}</p>}
      <ListNotice title={say.doubts} sentences={doubts} />
      {preview.new_class_count > 0 && !preview.class_questions.length && (
        <p class="notice" dir="auto">
          {say.newClasses(preview.new_classes, preview.new_class_count)}
        </p>
      )}
      {preview.blank > 0 && <p class="notice">{say.blank(preview.blank)}</p>}
      <Rows preview={preview} />
    </>
  );
}

interface ClassNamesProps {
  questions: readonly ClassQuestion[];
  answers: Record<string, string>;
  choose: (answers: Record<string, string>) => void;
}

/** What names stand for that may be no classes of their own: each is answered before anything is imported. */
function ClassNames({ questions, answers, choose }: ClassNamesProps) {
  const take = ({ name, like }: ClassQuestion, chosen: string) => {
    const others = Object.entries(answers).filter(([other]) => other !== name);
    const stands = chosen === "own" ? name : (like ?? "");
    choose(Object.fromEntries(chosen === "" ? others : [...others, [name, stands]]));
  };
  const lines = questions.map((question) => {
    const { name, like } = question;
    const choices = { "": say.classChoose, likely: like === null ? say.classNone : say.classLike(like), own: say.classOwn };
    const value = answers[name] === undefined ? "" : answers[name] === name ? "own" : "likely";
    return { name, label: say.classAs(name), value, options: Object.entries(choices), choose: (chosen: string) => take(question, chosen) };
  });
  return <NamedChoices title={say.classNames} hint={say.classNamesHint} lines={lines} />;
}

interface NamedChoice {
  name: string;
  label: string;
  value: string;
  options: Option[];
  choose: (value: string) => void;
}

/** A choice for each of several names of the file. */
function NamedChoices({ title, hint, lines }: { title: string; hint: string; lines: NamedChoice[] }) {
  return (
    <fieldset class="columns">
      <legend>{title}</legend>
      <p class="faint small">{hint}</p>
      <ul>
        {lines.map(({ name, ...choice }) => (
          <li key={name}>
            <span class="cut" dir="auto">
              {name}
            </span>
            <BareSelect {...choice} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** What texts are for which the only class of a file was rejected: nothing more than that, or a class of their own. */
function Rejected({ of, value, choose }: { of: string | null; value: string; choose: (name: string) => void }) {
  const [typed, setTyped] = useState(value);
  return (
    <Form class="form-row" submit={() => choose(typed.trim())}>
      <TextField label={of === null ? say.rejectedNamed : say.rejected(of)} hint={say.rejectedHint} value={typed} set={setTyped} />
      <Button type="submit" disabled={typed.trim() === value}>{say.rejectedGo}</Button>
    </Form>
  );
}

const LEARN = "learn from";
const HAVE_HEADERS = ["csv", "tsv", "excel", "spreadsheet"];

interface ColumnsProps {
  preview: UploadPreview;
  learnFrom: readonly string[];
  choose: (chosen: ColumnRoles & { learn_from: readonly string[] }) => void;
}

function Columns({ preview, learnFrom, choose }: ColumnsProps) {
  const { columns } = preview;
  const take = (column: string, role: string) => {
    const others = learnFrom.filter((name) => name !== column);
    const learns = role === LEARN;
    choose({ ...withRole(preview, column, learns ? null : role || null), learn_from: learns ? [...others, column] : others });
  };
  const lines = columns.map((column) => ({
    name: column,
    label: say.role(column),
    value: roleOf(preview, column) ?? (learnFrom.includes(column) ? LEARN : ""),
    options: Object.entries({ "": say.kept(preview.fields[column]), [LEARN]: say.learned, ...say.roles }),
    choose: (role: string) => take(column, role),
  }));
  return <NamedChoices title={say.columns} hint={say.columnsHint} lines={lines} />;
}

function Rows({ preview }: { preview: UploadPreview }) {
  const { rows } = preview;
  const texts = rows.map(({ text }) => text).filter((text) => text.trim());
  const duplicates = texts.length - new Set(texts).size;
  if (!rows.length) return <p class="notice">{say.noRows}</p>;
  return (
    <>
      <h3>{say.rows(rows.length)}</h3>
      {duplicates > 0 && <p class="notice">{say.duplicates(duplicates)}</p>}
      <Table label={say.rows(rows.length)} class="rows" names={[say.id, say.text, say.label]}>
            {rows.map((row, at) => (
              <tr key={at}>
                <td class="faint">{row.id ?? ""}</td>
                <td class="row-text cut" dir="auto">
                  {row.text}
                </td>
                <td>{row.label ?? ""}</td>
              </tr>
            ))}
      </Table>
    </>
  );
}

interface ProblemsProps {
  problems: string[];
  total: number;
  leaveOut: boolean;
  choose: (leave: boolean) => void;
}

/** The rows that cannot be imported, and the choice to do without them. */
export function Problems({ problems, total, leaveOut, choose }: ProblemsProps) {
  if (!total) return null;
  return (
    <div class="problem" role="alert">
      <h3>{say.problems(total)}</h3>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
        {total > problems.length && <li>{say.andMore(total - problems.length)}</li>}
      </ul>
      <Tick value={leaveOut} set={choose}>{say.leaveOut}</Tick>
    </div>
  );
}
