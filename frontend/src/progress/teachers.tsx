import { DataTable, Figure } from "../charts/figure";
import { minutes, number, seconds } from "../numbers";
import type { TeacherStatus } from "../api/schema";
import { say } from "./strings";

export function TeachersFigure({ teachers }: { teachers: TeacherStatus[] }) {
  const each = (line: TeacherStatus) => (line.lessons && line.seconds ? line.seconds / line.lessons : null);
  const table = {
    columns: [...say.teachers.columns],
    rows: teachers.map((line) => [line.name, line.lessons, line.seconds, each(line)]),
  };
  const read = {
    columns: [say.teachers.name, say.teachers.lessons, say.teachers.time, say.teachers.each],
    rows: teachers.map((line) => {
      const pace = each(line);
      return [line.name, number(line.lessons), minutes(line.seconds / 60), pace === null ? null : seconds(pace)];
    }),
  };
  return (
    <Figure title={say.teachers.title} summary={say.teachers.summary(teachers.length)} table={table} file="teachers">
      <DataTable table={read} caption={say.teachers.title} />
    </Figure>
  );
}
