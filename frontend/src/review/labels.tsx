// What is said of a document's class, by whom, and flags.
import type { WholeDocument } from "../api/types";
import { project } from "../state/session";
import { ClassName } from "./class_name";
import { say } from "./strings";

interface LabelsProps {
  document: WholeDocument;
  mine: string | null;
  /** What the owner just decided. */
  settled: string | null;
}

export function Labels({ document, mine, settled }: LabelsProps) {
  const final = settled ?? document.final;
  const others = Object.entries(document.labels).filter(([teacher]) => teacher !== project.value?.teacher);
  return (
    <ul class="labels" aria-label={say.detail.labels}>
      {final !== null && (
        <li>
          <ClassName name={final}>{say.correct.settled(final)}</ClassName>
        </li>
      )}
      {mine !== null && (
        <li>
          <ClassName name={mine}>{say.detail.label(mine)}</ClassName>
        </li>
      )}
      {others.map(([teacher, name]) => (
        <li key={teacher}>
          <ClassName name={name}>{say.detail.said(teacher, name)}</ClassName>
        </li>
      ))}
      {final === null && mine === null && !others.length && <li class="chip">{say.detail.unlabelled}</li>}
      {document.held_out && <li class="chip">{say.detail.heldOut}</li>}
      {document.flags.map(({ teacher, note }) => (
        <li key={teacher} class="chip">
          {say.detail.flag(teacher, note)}
        </li>
      ))}
    </ul>
  );
}
