// An entry of the record as a sentence after the teacher's name.
import type { HistoryLine } from "./answers";
import { say } from "./strings";

/** `known` has the lines that are on the page, by id: what was taken back is told with its own sentence. */
export function told(line: HistoryLine, known: ReadonlyMap<string, HistoryLine>): string {
  if (line.kind !== "retract") return say.history.told[line.kind]?.(line) ?? line.text;
  const lesson = known.get(String(line["lesson"]));
  return lesson ? say.history.tookBack(told(lesson, known)) : say.history.tookSomethingBack;
}
