// A button as it looks everywhere; it sends no form unless its type says so.
import type { ComponentChildren, ComponentProps } from "preact";

type Kind = "primary" | "quiet" | "small" | "quiet small";

interface LinkProps {
  kind?: Kind;
  href: string;
  download?: string | boolean;
  title?: string;
  onMouseDown?: (event: MouseEvent) => void;
  children: ComponentChildren;
}

/** A link that looks like one. */
export function LinkButton({ kind, ...rest }: LinkProps) {
  return <a class={kind ? `button ${kind}` : "button"} {...rest} />;
}

export function Button({ kind, type = "button", ...rest }: Omit<ComponentProps<"button">, "class"> & { kind?: Kind }) {
  return <button class={kind ? `button ${kind}` : "button"} type={type} {...rest} />;
}
