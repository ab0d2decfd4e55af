// What knows words from outside: which encoder, whether it is there, and how far it has read.
import { useEffect, useState } from "preact/hooks";
import { Problem, useAnswer } from "../../api/answer";
import { call, within } from "../../api/client";
import type { EncoderNow } from "../../api/schema";
import { Button } from "../../forms/button";
import { useServerAction } from "../../forms/server_action";
import { Field } from "../../forms/field";
import { announce } from "../../shell/announce";
import { jobs } from "../../state/connection";
import { mayOwn, project } from "../../state/session";
import { say as shared } from "../strings";
import { say } from "./strings";

const JOB = "encoding"; // in the server's announcements of progress

export function EncoderSetting({ saved }: { saved: () => void }) {
  const open = project.value;
  const { value, again } = useAnswer<EncoderNow>(open && within(open.name, "encoder"));
  const [changed, setChanged] = useState<EncoderNow>();
  const [typed, setTyped] = useState("");
  const { busy, refused, act } = useServerAction();
  const now = (changed ?? value)?.encoder;
  const job = jobs.value[JOB];
  useEffect(() => {
    if (!job?.finished) return;
    setChanged(undefined);
    again();
  }, [job?.finished]);
  if (!open || now === undefined) return null;
  const choose = (encoder: string | null) =>
    act(async () => {
      setChanged(await call<EncoderNow>("PUT", within(open.name, "encoder"), { encoder, fetch: false }));
      setTyped("");
      announce(shared.saved);
      saved();
    });
  const read = job && !job.finished ? job.done : (now?.encoded ?? 0);
  return (
    <>
      <Field label={say.encoder.label} hint={say.encoder.hint}>
        {(ids) => (
          <span class="buttons">
            <input
              class="field medium"
              disabled={busy || !mayOwn.value}
              placeholder={now?.name ?? say.encoder.none}
              {...ids}
              value={typed}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && typed.trim()) choose(typed.trim());
              }}
            />
            <Button disabled={busy || !mayOwn.value || !typed.trim()} onClick={() => choose(typed.trim())}>
              {busy ? say.encoder.opening : say.encoder.use}
            </Button>
            {now && (
              <Button disabled={busy || !mayOwn.value} onClick={() => choose(null)}>{say.encoder.remove}</Button>
            )}
          </span>
        )}
      </Field>
      {now && (
        <p class={now.problem ? "notice" : "small"} role="status">
          {now.problem || say.encoder.now(now, read)}
        </p>
      )}
      {refused && <Problem refused={refused} />}
    </>
  );
}
