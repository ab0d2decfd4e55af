// A sentence that takes the room of the longest that may stand in its place: what is below it never moves.
import type { ComponentChildren } from "preact";

export function ReservedRoom({ longest, children }: { longest: string; children: ComponentChildren }) {
  return (
    <span class="steady" data-longest={longest}>
      <span>{children}</span>
    </span>
  );
}
