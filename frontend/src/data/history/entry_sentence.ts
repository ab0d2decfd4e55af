// An entry of the record as a sentence after the teacher's name.
import { listed } from "../../numbers";
import type { HistoryEntry, Summary } from "../../api/schema";
import { say } from "./strings";

export function entrySentence(line: HistoryEntry): string {
  if (line.act?.at_once) return taughtAtOnce(line.act);
  if (line.act) return line.act.is_import ? say.imported(brought(line.act)) : say.tookAllBack(line.act.lessons.retract ?? 0);
  if (line.about) return (line.again ? say.broughtBack : say.tookBack)(told(line.about));
  return told(line);
}

function told(fields: Record<string, unknown>): string {
  return say.sentences[String(fields.kind)]?.(fields) ?? String(fields.text);
}

/** What was taught at once: one thing of many documents, or whatever else. */
function taughtAtOnce(act: Summary): string {
  const [[kind, count] = ["", 0], ...others] = Object.entries(act.lessons).filter(([, each]) => each);
  return (others.length ? undefined : say.atOnce[kind]?.(count)) ?? say.taughtAtOnce(brought(act));
}

/** What an import brought: "40 documents, 38 labels and 2 classes". */
function brought({ documents, classes, lessons }: Summary): string {
  const counts = { documents_added: documents, ...lessons, classes_added: classes.length };
  const parts = Object.entries(counts).filter(([, count]) => count);
  return listed(parts.map(([kind, count]) => (say.counted[kind] ?? say.countedOther)(count)));
}
