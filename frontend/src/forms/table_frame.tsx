// A table that scrolls sideways in a frame of its own, and says so where a part of it is out of sight.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "./strings";

interface Props {
  label: string;
  children: ComponentChildren;
}

export function TableFrame({ label, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const table = frame.current;
    if (!table) return;
    const seen = new ResizeObserver(() => setWide(table.scrollWidth > table.clientWidth + 1));
    seen.observe(table);
    if (table.firstElementChild) seen.observe(table.firstElementChild);
    return () => seen.disconnect();
  }, []);
  return (
    <>
      {wide && <p class="faint small sideways">{say.sideways}</p>}
      <div ref={frame} class="table-frame" role="group" aria-label={label} tabIndex={0}>
        {children}
      </div>
    </>
  );
}

interface TableProps extends HeadsProps {
  label: string;
  class?: string;
  children: ComponentChildren;
}

/** Rows under the heads of their columns, in such a frame. */
export function Table({ label, class: kind, children, ...heads }: TableProps) {
  return (
    <TableFrame label={label}>
      <table class={kind}>
        <ColumnHeads {...heads} />
        <tbody>{children}</tbody>
      </table>
    </TableFrame>
  );
}

interface HeadsProps {
  names: readonly string[];
  /** Which of them are heads of numbers, from 0. */
  numbers?: readonly number[];
  /** The head of a last column, of buttons that say themselves what they do: for those who only hear it. */
  heard?: string | undefined;
}

export function ColumnHeads({ names, numbers = [], heard }: HeadsProps) {
  return (
    <thead>
      <tr>
        {names.map((name, at) => (
          <th key={name} scope="col" class={numbers.includes(at) ? "number" : undefined}>
            {name}
          </th>
        ))}
        {heard && (
          <th scope="col">
            <span class="visually-hidden">{heard}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
