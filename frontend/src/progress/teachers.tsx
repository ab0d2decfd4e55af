import { DataTable, Figure } from "../charts/figure";
import { minutes, number } from "../numbers";
import type { TeacherStatus } from "../api/schema";
import { say } from "./strings";

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
