// The other columns of a document's row, folded away until somebody wants to see them.
import type { ShownField } from "../api/schema";
import { say } from "../strings";

export function Fields({ of }: { of: readonly ShownField[] | undefined }) {
  if (!of?.length) return null;
  return (
    <details class="fields small">
      <summary class="faint">{say.fields.some(of.length)}</summary>
      <dl>
        {of.map(({ name, value }) => (
          <div key={name}>
            <dt class="faint" dir="auto">
              {name}
            </dt>
            <dd dir="auto">{shown(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function shown(value: ShownField["value"]): string {
  if (Array.isArray(value)) return value.map(String).join(", ");
  if (typeof value === "boolean") return value ? say.fields.yes : say.fields.no;
  return String(value);
}
