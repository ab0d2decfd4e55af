// The question before an import is taken back, or what was taken back comes again: what goes, and what sleeps with it.
import { Problem, useAnswer } from "../../api/answer";
import { call, within } from "../../api/client";
import { Confirm } from "../../forms/confirm";
import { project } from "../../state/session";
import type { GoesBack, HistoryLine } from "../answers";
import { say } from "../strings";

interface Props {
  line: HistoryLine;
  sentence: string;
  done: (sentence: string) => Promise<void>;
  close: () => void;
}

export function TakeBack({ line: { position, act, teacher }, sentence, done, close }: Props) {
  const name = project.value?.name ?? "";
  const { value, refused } = useAnswer<GoesBack>(within(name, "history", String(position), "goes-back"));
  const words = act?.is_import
    ? { title: say.history.takeBackTitle, action: say.history.takeBack, after: say.history.wentBack }
    : { title: say.history.bringBackTitle, action: say.history.bringBack, after: say.history.cameBack };
  const work = async () => {
    await call("POST", within(name, "history", String(position), "take-back"));
    await done(words.after);
  };
  return (
    <Confirm title={words.title} action={words.action} ready={value !== undefined} work={work} close={close}>
      <p dir="auto">
        <strong>{teacher}</strong> {sentence}
      </p>
      {refused && <Problem refused={refused} />}
      {value && (act?.is_import ? <Goes goes={value} /> : <p>{say.history.comesBack(value.entries)}</p>)}
    </Confirm>
  );
}

function Goes({ goes: { documents, lessons, others, classes } }: { goes: GoesBack }) {
  return (
    <>
      <p>{say.history.goes(documents, lessons)}</p>
      {others > 0 && <p>{say.history.others(others)}</p>}
      {classes.length > 0 && <p dir="auto">{say.history.classesGo(classes)}</p>}
      <p class="faint">{say.history.nothingLost}</p>
    </>
  );
}
