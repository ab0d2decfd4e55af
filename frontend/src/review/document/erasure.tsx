// A document's text removed for good, by an owner, after a question that says what that covers.
import { useState } from "preact/hooks";
import { call, within } from "../../api/client";
import { Button } from "../../forms/button";
import { Confirm } from "../../forms/confirm";
import { Tick } from "../../forms/tick";
import { announce } from "../../shell/announce";
import { mayOwn, project } from "../../state/session";
import { say } from "../strings";

export function Erasure({ id, done }: { id: string; done: () => void }) {
  const [asking, setAsking] = useState(false);
  const [keep, setKeep] = useState(false);
  if (!mayOwn.value) return null;
  const work = async () => {
    await call("POST", within(project.value?.name ?? "", "documents", id, "erase"), { keep_lessons: keep });
    announce(say.erasure.done);
    done();
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>{say.erasure.ask}</Button>
      {asking && (
        <Confirm title={say.erasure.title(id)} action={say.erasure.action} work={work} close={() => setAsking(false)}>
          <p>{say.erasure.what}</p>
          <Tick value={keep} set={setKeep}>{say.erasure.keep}</Tick>
          <p class="faint">{say.erasure.notCovered}</p>
        </Confirm>
      )}
    </>
  );
}
