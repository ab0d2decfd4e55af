// An entry of the record as a sentence after the teacher's name.
import { listed } from "../../numbers";
import type { HistoryEntry, Summary } from "../../api/schema";
import { say } from "./strings";

/** `known` has the lines that are on the page, by id: a retraction quotes the sentence of what it takes back. */
export function entrySentence(line: HistoryEntry, known: ReadonlyMap<string, HistoryEntry>): string {
  if (line.act?.at_once) return taughtAtOnce(line.act);
  if (line.act) return line.act.is_import ? say.imported(brought(line.act)) : say.tookAllBack(line.act.lessons.retract ?? 0);
  if (line.kind !== "retract") return say.sentences[line.kind]?.(line) ?? line.text;
  return retractionSentence(line, known);
}

/** Taking back what took something back is bringing that back, and so on. */
function retractionSentence(line: HistoryEntry, known: ReadonlyMap<string, HistoryEntry>): string {
  let again = false;
  let taken = known.get(String(line.lesson));
  for (; taken?.kind === "retract" && !taken.act; taken = known.get(String(taken.lesson))) again = !again;
  if (!taken) return again ? say.broughtSomethingBack : say.tookSomethingBack;
  return again ? say.broughtBack(entrySentence(taken, known)) : say.tookBack(entrySentence(taken, known));
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
