// The theme's colours for what is painted on a canvas, and word of their change.

export type Token = "line" | "ink" | "faint" | "focus";

/** The colours as they are now; a probe resolves `light-dark()`, which a custom property keeps unread. */
export function colours(host: HTMLElement): (token: Token) => string {
  const probe = host.appendChild(document.createElement("span"));
  const resolved = (["line", "ink", "faint", "focus"] as const).map((token) => {
    probe.style.color = `var(--${token})`;
    return [token, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return (token) => new Map(resolved).get(token) ?? "currentcolor";
}

/** A colour made see-through. */
export function faded(colour: string, alpha: number): string {
  return `color-mix(in srgb, ${colour} ${Math.round(alpha * 100)}%, transparent)`;
}

/** Call `changed` whenever the theme changes; returns what ends that. */
export function onThemeChange(changed: () => void): () => void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const forced = new MutationObserver(changed);
  dark.addEventListener("change", changed);
  forced.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => {
    dark.removeEventListener("change", changed);
    forced.disconnect();
  };
}
