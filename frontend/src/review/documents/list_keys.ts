// The keys that walk a list of documents: they work from anywhere on the page, and begin with the list.
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { offer, useCommands } from "../../shell/keys";
import { route } from "../../state/route";
import { say } from "../strings";

/** The place that a step leads to: from outside the list to its beginning, and nowhere past its end. */
export function placeAfter(at: number, by: number, size: number): number | null {
  const place = Math.max(at + by, 0);
  return place < size ? place : null;
}

interface Place {
  id: string;
  href: string;
}

/** Where in the list the address is: what a key did just before may not be drawn yet. */
function placeNow(items: Place[]): number {
  const at = items.findIndex(({ href }) => href === location.hash);
  return at < 0 ? items.findIndex(({ id }) => id === route.peek().parts[1]) : at;
}

/** J and K open the next document and the one before; the arrows and Enter are the list's until one is open. */
export function useListKeys(list: RefObject<HTMLUListElement | null>, items: Place[], open: boolean): (event: KeyboardEvent) => void {
  const to = (by: number) => {
    const next = items[placeAfter(placeNow(items), by, items.length) ?? -1];
    if (next) location.hash = next.href;
  };
  const step = (by: number) => {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[placeAfter(at, by, links.length) ?? -1]?.focus();
  };
  useCommands([
    { id: "review.next", title: say.keys.next, key: "j", run: () => to(1) },
    { id: "review.previous", title: say.keys.previous, key: "k", run: () => to(-1) },
  ]);
  useEffect(() => {
    if (open) return; // the arrows scroll its text
    // Enter would follow the link again that led here.
    if (document.activeElement?.matches("a[aria-current=page]")) list.current?.focus({ preventScroll: true });
    return offer([
      { id: "review.down", title: say.keys.down, key: "arrowdown", run: () => step(1) },
      { id: "review.up", title: say.keys.up, key: "arrowup", run: () => step(-1) },
      { id: "review.open", title: say.keys.open, key: "enter", run: () => list.current?.querySelector("a")?.click() },
    ]);
  }, [open]);
  return (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    step(by);
  };
}
