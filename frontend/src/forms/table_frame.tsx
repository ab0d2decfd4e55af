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

/** The heads of columns; the last, of buttons that say themselves what they do, may be for those who only hear it. */
export function ColumnHeads({ names, heard }: { names: string[]; heard?: string }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
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
