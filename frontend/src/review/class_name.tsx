import { tint } from "../state/session";

/** A class by its colour and its name. */
export function ClassName({ name, children }: { name: string; children?: string }) {
  return (
    <span class={`class-name ${tint(name)}`} dir="auto">
      {children ?? name}
    </span>
  );
}
