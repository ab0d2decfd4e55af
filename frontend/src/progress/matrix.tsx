// What is taken for what: by the answers, or as it is expected of all documents; it says which.
import { useState } from "preact/hooks";
import type { AnswerEvidence } from "../api/schema";
import { Figure } from "../charts/figure";
import { Choice } from "../forms/choice";
import { counted, number } from "../numbers";
import { Tile } from "../shell/class_chip";
import { address } from "../state/route";
import { say } from "./strings";

const SHOWN = 12; // classes in the picture; all of them are in the table

type Shown = "measured" | "expected";

export function MatrixFigure({ evidence }: { evidence: AnswerEvidence }) {
  const [chosen, setShown] = useState<Shown | null>(null);
  const shown = chosen ?? (evidence.answers ? "measured" : "expected");
  const { classes } = evidence;
  const counts = evidence[shown];
  const most = Math.max(1, ...counts.flat());
  const worst = counts
    .flatMap((row, at) => row.map((count, column) => ({ count, label: classes[at] ?? "", said: classes[column] ?? "" })))
    .filter(({ label, said }) => label !== said)
    .sort((a, b) => b.count - a.count)[0];
  const summary = shown === "measured" ? say.matrix.measured(counted(evidence.answers, "answer"), evidence.drawn) : say.matrix.expected;
  const table = { columns: [say.matrix.corner, ...classes], rows: classes.map((name, row) => [name, ...(counts[row] ?? [])]) };
  const some = classes.slice(0, SHOWN);
  return (
    <Figure
      title={say.matrix.title}
      summary={summary}
      table={table}
      file={`matrix-${shown}`}
      controls={
        <div class="figure-controls">
          <Choice label={say.matrix.which} value={shown} options={{ measured: say.matrix.measuredName, expected: say.matrix.expectedName }} choose={setShown} />
        </div>
      }
    >
      {shown === "measured" && !evidence.answers ? (
        <p>{say.matrix.none}</p>
      ) : (
        <div class="table-frame" role="group" aria-label={say.matrix.title} tabIndex={0}>
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
        </div>
      )}
      {worst && worst.count >= 1 && (
        <p class="figure-nudge">
          <b>{say.matrix.worst(worst.label, worst.said, number(Math.round(worst.count)), shown === "measured")}</b>{" "}
          <a class="link" href={shown === "measured" ? address("review", ["errors"], { label: worst.label, predicted: worst.said }) : address("review", ["predictions"], { class: worst.said })}>
            {say.matrix.see}
          </a>
        </p>
      )}
    </Figure>
  );
}
