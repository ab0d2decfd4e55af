// The question before an import is taken back, or what was taken back comes again: what goes, and what sleeps with it.
import { Problem, useAnswer } from "../../api/answer";
import { call, within } from "../../api/client";
import { Confirm } from "../../forms/confirm";
import { project } from "../../state/session";
import type { TakenBack } from "../../api/schema";
import type { Props } from "./restore";
import { doneBy } from "../../state/own_names";
import { say } from "./strings";

export function ImportRetraction({ line: { position, act, teacher }, sentence, done, close }: Props) {
  const name = project.value?.name ?? "";
  const { value, refused } = useAnswer<TakenBack>(within(name, "history", String(position), "goes-back"));
  const words = act?.is_import
    ? { title: say.takeBackTitle, action: say.takeBack, after: say.wentBack }
    : { title: say.bringBackTitle, action: say.bringBack, after: say.cameBack };
  const work = async () => {
    await call("POST", within(name, "history", String(position), "take-back"));
    await done(words.after);
  };
  return (
    <Confirm title={words.title} action={words.action} ready={value !== undefined} work={work} close={close}>
      <p dir="auto">
        <strong>{doneBy(teacher)}</strong> {sentence}
      </p>
      {refused && <Problem refused={refused} />}
      {value && (act?.is_import ? <Goes goes={value} /> : <p>{say.comesBack(value.entries)}</p>)}
    </Confirm>
  );
}

function Goes({ goes: { documents, lessons, others, classes } }: { goes: TakenBack }) {
  return (
    <>
      <p>{say.goes(documents, lessons)}</p>
      {others > 0 && <p>{say.others(others)}</p>}
      {classes.length > 0 && <p dir="auto">{say.classesGo(classes)}</p>}
      <p class="faint">{say.nothingLost}</p>
    </>
  );
}
