import { classKeys, tint } from "../state/session";

interface Props {
  name: string;
  /** What the model thinks, rather than what a person said. */
  thought?: boolean;
  children?: string;
}

/** A class by its colour, its key and its name: filled where a person said it, dotted where the model thinks so. */
export function ClassName({ name, thought = false, children }: Props) {
  return (
    <span class={`class-name ${thought ? "thought" : ""} ${tint(name)}`} data-key={classKeys.value.get(name)} dir="auto" title={children ?? name}>
      {children ?? name}
    </span>
  );
}
