// The confusion matrix as a table; a cell of errors leads to its documents.
import { TableFrame } from "../../forms/table_frame";
import { address } from "../../state/route";
import { short } from "../../text/shortened";
import type { ConfusionMatrix } from "../../api/schema";
import { shade, type Cell } from "./confusion";
import { say } from "../strings";

const ROOM = 24; // characters of a name beside the table

export function MatrixTable({ matrix, chosen }: { matrix: ConfusionMatrix; chosen: Cell | null }) {
  const { classes, counts } = matrix;
  return (
    <TableFrame label={say.errors.matrix}>
      <table class="matrix">
        <caption class="faint small">{say.errors.matrix}</caption>
        <thead>
          <tr>
            <td />
            {classes.map((name) => (
              <th key={name} scope="col" dir="auto" title={name}>
                <span>{short(name, ROOM)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {classes.map((label, row) => (
            <tr key={label}>
              <th scope="row" dir="auto" title={label}>
                <span>{short(label, ROOM)}</span>
              </th>
              {classes.map((predicted, column) => {
                const count = counts[row]?.[column] ?? 0;
                const here = chosen?.label === label && chosen.predicted === predicted;
                const kind = `cell${row === column ? " right" : ""}`;
                const dark = { "--shade": `${Math.round(shade(matrix, row, column) * 100)}%` };
                return (
                  <td key={predicted} class={kind} style={dark}>
                    {count > 0 && row !== column ? (
                      <a href={address("review", ["errors"], { label, predicted })} aria-current={here || undefined} aria-label={say.errors.cell(count, label, predicted)}>
                        {count}
                      </a>
                    ) : (
                      <span>{count || "·"}</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
