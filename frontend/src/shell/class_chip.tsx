// A class as it is shown everywhere: its key, its colour and its name; filled where a person said so, dotted where the model thinks so.
import { classKeys, tint } from "../state/session";

/** The key of a class as a tile; of one that has none, how its name begins. */
export function Tile({ name, thought = false }: { name: string; thought?: boolean }) {
  return (
    <span class={`tile ${thought ? "thought" : ""} ${tint(name)}`} title={name} aria-hidden="true">
      {tileOf(name)}
    </span>
  );
}

export const tileOf = (name: string) => classKeys.value.get(name) ?? <small>{[...name].slice(0, 2)}</small>;

/** The class, or a sentence about it. */
export function ClassChip({ name, thought = false, children = name }: { name: string; thought?: boolean; children?: string }) {
  return (
    <span class={`class-chip ${thought ? "thought" : ""} ${tint(name)}`} title={children}>
      <Tile name={name} thought={thought} />
      <span dir="auto">{children}</span>
    </span>
  );
}
