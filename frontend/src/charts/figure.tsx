// What every chart has: a title, a sentence that says what it shows, its numbers as a table and as a file.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { Table as TableOf } from "../forms/table_frame";
import { csv, type Cell, type Table } from "./csv";
import { say } from "./strings";

interface Props {
  title: string;
  summary: string;
  table: Table;
  /** The CSV file's name, without its ending. */
  file: string;
  controls?: ComponentChildren;
  children: ComponentChildren;
}

export function Figure({ title, summary, table, file, controls, children }: Props) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <section class="figure" aria-labelledby={id}>
      <header class="row">
        <h2 id={id}>{title}</h2>
        {controls}
      </header>
      <p class="figure-summary">{summary}</p>
      {asTable ? <DataTable table={table} caption={title} /> : children}
      <footer class="figure-foot">
        <button
          class="link"
          type="button"
          aria-label={asTable ? say.chartOf(title) : say.tableOf(title)}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? say.asChart : say.asTable}
        </button>
        <CsvLink table={table} title={title} file={file} />
      </footer>
    </section>
  );
}

export function DataTable({ table, caption }: { table: Table; caption: string }) {
  const numeric = [...table.columns.keys()].filter((at) => table.rows.some((row) => typeof row[at] === "number"));
  return (
    <TableOf label={caption} names={table.columns} numbers={numeric}>
      {table.rows.map((row, line) => (
        <tr key={line}>
          {row.map((value, at) => (
            <td key={at} class={numeric.includes(at) ? "number" : ""}>
              {shown(value)}
            </td>
          ))}
        </tr>
      ))}
    </TableOf>
  );
}

function shown(value: Cell): string {
  if (value === null) return say.none;
  return typeof value === "number" ? value.toLocaleString("en", { maximumFractionDigits: 3 }) : value;
}

function CsvLink({ table, title, file }: { table: Table; title: string; file: string }) {
  const [address, setAddress] = useState("");
  const text = csv(table);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return (
    <a class="link" href={address} download={`${file}.csv`} aria-label={say.downloadOf(title)}>
      {say.download}
    </a>
  );
}
