// Where a form takes the place of what it changes, the focus goes into it, and when it is done, to what opened it.
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** For the place of both, and whether the form is open. */
export function useFocusAlong(open: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(open);
  useLayoutEffect(() => {
    if (before.current === open) return;
    before.current = open;
    place.current?.querySelector<HTMLElement>(open ? "textarea" : "button")?.focus();
  }, [open]);
  return place;
}
