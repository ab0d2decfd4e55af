// A table as the text of a CSV file.

export type Cell = string | number | null;

export interface Table {
  columns: string[];
  rows: Cell[][];
}

/** The table with a header line, lines ended by CR LF as RFC 4180 has it; empty cells for null. */
export function csv(table: Table): string {
  return [table.columns, ...table.rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** A spreadsheet runs a cell that begins like a formula, so such texts get an apostrophe in front. */
function cell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
