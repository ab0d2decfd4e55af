// What was taught, in bars and tables: how even, how quickly, with how many passages, and by whom.
import type { ProgressNow, TeacherStatus } from "../api/schema";
import { Bars } from "../charts/bars";
import { DataTable, Figure } from "../charts/figure";
import { decimal, seconds as inSeconds, minutes, number } from "../numbers";
import { tint } from "../state/session";
import { say } from "./strings";
import { kindName, paceSentence } from "./summary";

const ENOUGH = 2.5; // Zaidan et al. (2007): rationales on half of the documents gave nearly all of the gain
const STUDY = 8; // the middle of their annotators' 5 to 11

export function BalanceFigure({ balance, classes }: { balance: ProgressNow["balance"]; classes: string[] }) {
  const bars = (counts: Record<string, number>) =>
    classes.map((name) => ({ name, value: counts[name] ?? 0, text: number(counts[name] ?? 0), tint: tint(name) }));
  const table = {
    columns: [...say.balance.columns],
    rows: classes.map((name) => [name, balance.labels[name] ?? 0, balance.words[name] ?? 0]),
  };
  return (
    <Figure title={say.balance.title} summary={say.balance.about} table={table} file="balance">
      <h3>{say.balance.labels}</h3>
      <Bars bars={bars(balance.labels)} name={say.balance.labels} />
      <h3>{say.balance.words}</h3>
      <Bars bars={bars(balance.words)} name={say.balance.words} />
    </Figure>
  );
}

export function PaceFigure({ seconds, dualist }: Pick<ProgressNow, "seconds" | "dualist">) {
  const timed = Object.entries(seconds)
    .filter(([, pace]) => pace.n)
    .sort(([, one], [, other]) => other.n - one.n);
  const bars = timed.map(([kind, pace]) => {
    const study = dualist[kind];
    return {
      name: kindName(kind),
      value: pace.median,
      text: inSeconds(pace.median),
      against: study === undefined ? undefined : { value: study, text: say.pace.against(study) },
    };
  });
  const table = {
    columns: [...say.pace.columns],
    rows: timed.map(([kind, pace]) => [kindName(kind), pace.median, pace.n, dualist[kind] ?? null]),
  };
  return (
    <Figure title={say.pace.title} summary={paceSentence({ seconds, dualist })} table={table} file="seconds-per-action">
      {bars.length > 0 && <Bars bars={bars} name={say.pace.title} />}
    </Figure>
  );
}

export function RationalesFigure({ highlights: { per_document, passages } }: Pick<ProgressNow, "highlights">) {
  const summary = say.rationales.summary(per_document, passages);
  const table = { columns: [...say.rationales.columns], rows: [[say.rationales.here, per_document]] };
  return (
    <Figure title={say.rationales.title} summary={summary} table={table} file="passages">
      <Bars
        name={say.rationales.title}
        bars={[
          { name: say.rationales.here, value: per_document, text: decimal(per_document) },
          { name: say.rationales.enough, value: ENOUGH, text: say.rationales.few },
          { name: say.rationales.study, value: STUDY, text: say.rationales.usual },
        ]}
      />
    </Figure>
  );
}

export function TeachersFigure({ teachers }: { teachers: TeacherStatus[] }) {
  const table = {
    columns: [...say.teachers.columns],
    rows: teachers.map((line) => [line.name, line.lessons, line.seconds]),
  };
  const read = {
    columns: [say.teachers.name, say.teachers.lessons, say.teachers.time],
    rows: teachers.map((line) => [line.name, number(line.lessons), minutes(line.seconds / 60)]),
  };
  return (
    <Figure title={say.teachers.title} summary={say.teachers.summary(teachers.length)} table={table} file="teachers">
      <DataTable table={read} caption={say.teachers.title} />
    </Figure>
  );
}
