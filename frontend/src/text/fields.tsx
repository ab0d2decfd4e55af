// The other columns of a document's row, folded away until somebody wants to see them.
import type { ShownField } from "../api/schema";
import { say } from "../strings";

const LONGEST = 100; // letters of a value that others may have, too

interface Props {
  of: readonly ShownField[] | undefined;
  /** Where the documents with the same value are listed, if anywhere. */
  addressOf?: (name: string, value: string) => string | undefined;
}

export function Fields({ of, addressOf }: Props) {
  if (!of?.length) return null;
  const linkOf = (name: string, value: string) => (value.length > LONGEST ? undefined : addressOf?.(name, value));
  return (
    <details class="fields small">
      <summary class="faint">{say.fields.some(of.length)}</summary>
      <dl>
        {of.map(({ name, value }) => (
          <div key={name}>
            <dt class="faint" dir="auto">
              {name}
            </dt>
            <dd dir="auto">
              {(Array.isArray(value) ? value : [value]).map((each, at) => (
                <Value key={at} text={shown(each)} first={at === 0} address={linkOf(name, shown(each))} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Value({ text, first, address }: { text: string; first: boolean; address: string | undefined }) {
  return (
    <>
      {!first && ", "}
      {address === undefined ? (
        text
      ) : (
        <a class="link" href={address} title={say.fields.same}>
          {text}
        </a>
      )}
    </>
  );
}

function shown(value: ShownField["value"] | string | number | boolean): string {
  if (typeof value === "boolean") return value ? say.fields.yes : say.fields.no;
  return String(value);
}
