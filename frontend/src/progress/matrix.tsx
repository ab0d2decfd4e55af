// What is taken for what: by the answers, as Review's errors count them, or as it is expected of all documents; it says which.
import { useState } from "preact/hooks";
import { useAnswer, useUntilComplete } from "../api/answer";
import { within } from "../api/client";
import type { AnswerEvidence, Errors } from "../api/schema";
import { Figure } from "../charts/figure";
import { Choice } from "../forms/choice";
import { TableFrame } from "../forms/table_frame";
import { counted, number } from "../numbers";
import { Tile } from "../shell/class_chip";
import { address } from "../state/route";
import { project } from "../state/session";
import { say } from "./strings";

const SHOWN = 12; // classes in the picture; all of them are in the table

type Shown = "measured" | "expected";

export function MatrixFigure({ evidence }: { evidence: AnswerEvidence }) {
  const [chosen, setShown] = useState<Shown | null>(null);
  const basis = chosen ?? (evidence.answers ? "measured" : "expected");
  const errors = useAnswer<Errors>(evidence.answers ? `${within(project.value?.name ?? "", "review", "errors")}?limit=1` : null);
  useUntilComplete(errors);
  const measured = errors.value && !errors.value.missing ? errors.value.matrix : null;
  const { classes } = basis === "measured" ? (measured ?? evidence) : evidence;
  const counts = basis === "measured" ? (measured?.counts ?? []) : evidence.expected;
  const most = Math.max(1, ...counts.flat());
  const worst = counts
    .flatMap((row, at) => row.map((count, column) => ({ count, label: classes[at] ?? "", said: classes[column] ?? "" })))
    .filter(({ label, said }) => label !== said)
    .sort((a, b) => b.count - a.count)[0];
  const summary = basis === "measured" ? say.matrix.measured(counted(errors.value?.of || evidence.answers, "answer"), evidence.drawn, evidence.answers === project.value?.documents) : say.matrix.expected;
  const table = { columns: [say.matrix.corner, ...classes], rows: classes.map((name, row) => [name, ...(counts[row] ?? [])]) };
  const some = classes.slice(0, SHOWN);
  return (
    <Figure
      title={say.matrix.title}
      summary={summary}
      table={table}
      file={`matrix-${basis}`}
      controls={
        <div class="figure-controls buttons">
          <Choice label={say.matrix.which} value={basis} options={{ measured: say.matrix.measuredName, expected: say.matrix.expectedName }} choose={setShown} />
        </div>
      }
    >
      {basis === "measured" && !measured ? (
        <p>{evidence.answers ? (errors.refused?.message ?? say.matrix.working) : say.matrix.none}</p>
      ) : (
        <TableFrame label={say.matrix.title}>
          <table class="quality-matrix">
            <thead>
              <tr>
                <td />
                {some.map((name) => (
                  <th key={name} scope="col" title={name}>
                    <Tile name={name} thought />
                    <span class="visually-hidden">{say.matrix.said(name)}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {some.map((name, row) => (
                <tr key={name}>
                  <th scope="row" title={name}>
                    <Tile name={name} />
                    <span class="visually-hidden">{name}</span>
                  </th>
                  {some.map((said, column) => {
                    const count = Math.round(counts[row]?.[column] ?? 0);
                    const shade = { "--shade": `${Math.round(6 + 22 * Math.sqrt(count / most))}%` };
                    return (
                      <td key={said} class={count ? (row === column ? "right" : "wrong") : ""} style={shade}>
                        {number(count)}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      {worst && worst.count >= 1 && (
        <p class="figure-nudge">
          <b>{say.matrix.worst(worst.label, worst.said, number(Math.round(worst.count)), basis === "measured")}</b>{" "}
          <a class="link" href={basis === "measured" ? address("review", ["errors"], { label: worst.label, predicted: worst.said }) : address("review", ["predictions"], { class: worst.said })}>
            {say.matrix.see}
          </a>
        </p>
      )}
    </Figure>
  );
}
