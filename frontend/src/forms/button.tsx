// A button as it looks everywhere; it sends no form unless its type says so.
import type { ComponentProps } from "preact";

type Kind = "primary" | "quiet" | "small" | "quiet small";

export function Button({ kind, type = "button", ...rest }: Omit<ComponentProps<"button">, "class"> & { kind?: Kind }) {
  return <button class={kind ? `button ${kind}` : "button"} type={type} {...rest} />;
}
