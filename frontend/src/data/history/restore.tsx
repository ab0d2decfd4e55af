// The question before going back to a moment, with how much that takes back.
import { Problem, useAnswer } from "../../api/answer";
import { call, within } from "../../api/client";
import { Confirm } from "../../forms/confirm";
import { moment } from "../../numbers";
import { project } from "../../state/session";
import type { HistoryEntry } from "../../api/schema";
import { doneBy } from "../../state/own_names";
import { say } from "./strings";

export interface Props {
  line: HistoryEntry;
  sentence: string;
  done: (sentence: string) => Promise<void>;
  close: () => void;
}

export function Restore({ line: { position, time, teacher }, sentence, done, close }: Props) {
  const name = project.value?.name ?? "";
  const { value, refused } = useAnswer<{ entries: number }>(within(name, "history", String(position), "restores"));
  const work = async () => {
    const { entries } = await call<{ entries: number }>("POST", within(name, "restore"), { position });
    await done(say.restored(entries));
  };
  return (
    <Confirm title={say.confirm} action={say.go} ready={Boolean(value?.entries)} work={work} close={close}>
      <p dir="auto">
        {moment(time)}: <strong>{doneBy(teacher)}</strong> {sentence}
      </p>
      {refused && <Problem refused={refused} />}
      {value && <p role="status">{say.confirmCount(value.entries)}</p>}
      <p class="faint">{say.confirmText}</p>
    </Confirm>
  );
}
