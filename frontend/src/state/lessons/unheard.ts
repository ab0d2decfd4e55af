// How much of what was taught the questions on the screen do not know: a view of the lines written since they were asked.
import type { Line } from "./log";

/**
 * How many things are new: what was taught, and what was taught before and is taken back now. What was both taught and
 * taken back since is nothing new, and the last of several answers about one thing is one. The oldest line comes first.
 */
export function unheardCount(lines: Line[]): number {
  const since = new Set(lines.map(({ entry }) => entry.id));
  const gone = new Set<string>();
  const subjects = new Set<string>();
  for (const { entry, about } of [...lines].reverse()) {
    if (gone.has(entry.id)) continue;
    const takesBack = entry.kind === "retract" ? entry.lesson : null;
    if (takesBack !== null) gone.add(takesBack);
    if (takesBack === null || !since.has(takesBack)) subjects.add(about);
  }
  return subjects.size;
}
