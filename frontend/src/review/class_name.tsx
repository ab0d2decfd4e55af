import { tint } from "../state/session";

interface Props {
  name: string;
  /** What a person said, rather than the model. */
  said?: boolean;
  children?: string;
}

/** A class by its colour and its name; a line around it where a person said it. */
export function ClassName({ name, said = false, children }: Props) {
  return (
    <span class={`class-name ${said ? "said" : ""} ${tint(name)}`} dir="auto" title={children ?? name}>
      {children ?? name}
    </span>
  );
}
