// What is said of a document's class, by whom, and flags with the way to remove them.
import type { DocumentDetails } from "../../api/schema";
import { KeyCap } from "../../shell/key_cap";
import { isMachine, nameOf } from "../../state/own_names";
import { project } from "../../state/session";
import { ClassChip } from "../../shell/class_chip";
import { say } from "../strings";
import { Button } from "../../forms/button";

type Flag = DocumentDetails["flags"][number];

interface LabelsProps {
  document: DocumentDetails;
  /** The flags that this person may remove. */
  removable: Flag[];
  remove: (flag: Flag) => void;
}

export function Labels({ document: { labels, final, flags, held_out }, removable, remove }: LabelsProps) {
  const me = project.value?.teacher ?? "";
  const mine = labels[me] ?? null;
  const others = Object.entries(labels).filter(([teacher]) => teacher !== me);
  return (
    <ul class="labels buttons" aria-label={say.detail.labels}>
      {final !== null && (
        <li>
          <ClassChip name={final}>{say.correct.settled(final)}</ClassChip>
        </li>
      )}
      {mine !== null && (
        <li>
          <ClassChip name={mine}>{say.detail.label(mine)}</ClassChip>
        </li>
      )}
      {others.map(([teacher, name]) => (
        <li key={teacher}>
          <ClassChip name={name} thought={isMachine(teacher)}>{say.detail.said(nameOf(teacher), name)}</ClassChip>
        </li>
      ))}
      {final === null && mine === null && !others.length && <li class="chip">{say.detail.unlabelled}</li>}
      {held_out && <li class="chip">{say.detail.heldOut}</li>}
      {flags.map((flag) => (
        <li key={flag.id} class="flag buttons">
          <span class="chip" dir="auto">
            {say.detail.flag(flag.teacher, flag.note)}
          </span>
          {removable.some(({ id }) => id === flag.id) && (
            <Button aria-label={say.detail.removeFlagOf(flag.teacher)} onClick={() => remove(flag)}>
              {say.detail.removeFlag} {removable.length === 1 && <KeyCap id="review.unflag" of="f" />}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
