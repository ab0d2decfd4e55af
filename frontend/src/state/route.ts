// Which screen is shown: the address after the #, so that the browser's Back and bookmarks work.
import { computed, signal } from "@preact/signals";

export const SCREENS = ["teach", "review", "progress", "classify", "data"] as const;
export type Screen = (typeof SCREENS)[number];

export interface Route {
  screen: Screen;
  /** What comes after the screen: a tab, a document. */
  parts: string[];
  query: URLSearchParams;
}

/** The route that an address names; an unknown one is Teach. */
export function parse(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [first = "", ...parts] = path.split("/").map(decodeURIComponent);
  const screen = SCREENS.find((name) => name === first) ?? "teach";
  return { screen, parts: parts.filter(Boolean), query: new URLSearchParams(search) };
}

/** The address of a screen, of the same project unless `search` names another. */
export function address(screen: Screen, parts: string[] = [], search: Record<string, string> = {}): string {
  const project = route.value.query.get("project");
  const query = new URLSearchParams(project === null ? search : { project, ...search }).toString();
  return `#/${[screen, ...parts.map(encodeURIComponent)].join("/")}${query ? `?${query}` : ""}`;
}

const hash = signal(typeof location === "undefined" ? "" : location.hash);
export const route = computed(() => parse(hash.value));
/** The key in the link of an invitation, when that is what the address is. */
export const invitation = computed(() => (/^#\/?join\b/.test(hash.value) ? route.value.query.get("key") : null));

/** Follow the browser's address from now on. */
export function follow(): void {
  addEventListener("hashchange", () => {
    hash.value = location.hash;
  });
}

/** Show another screen. */
export function go(screen: Screen, parts: string[] = [], search: Record<string, string> = {}): void {
  location.hash = address(screen, parts, search);
}
