// An entry of the record as a sentence after the teacher's name.
import { listed } from "../numbers";
import type { Act, HistoryLine } from "./answers";
import { say } from "./strings";

/** `known` has the lines that are on the page, by id: what was taken back is told with its own sentence. */
export function told(line: HistoryLine, known: ReadonlyMap<string, HistoryLine>): string {
  if (line.act) return line.act.is_import ? say.history.imported(brought(line.act)) : say.history.tookAllBack(line.act.lessons["retract"] ?? 0);
  if (line.kind !== "retract") return say.history.told[line.kind]?.(line) ?? line.text;
  const lesson = known.get(String(line["lesson"]));
  return lesson ? say.history.tookBack(told(lesson, known)) : say.history.tookSomethingBack;
}

/** What an import brought: "40 documents, 38 labels and 2 classes". */
function brought({ documents, classes, lessons }: Act): string {
  const counts = { documents_added: documents, ...lessons, classes_added: classes.length };
  const parts = Object.entries(counts).filter(([, count]) => count);
  return listed(parts.map(([kind, count]) => (say.history.counted[kind] ?? say.history.countedOther)(count)));
}
