// The language whose most common words are left out; none by default.
import { useState } from "preact/hooks";
import { Problem, useAnswer } from "../../api/answer";
import { call, within } from "../../api/client";
import { useServerAction } from "../../forms/server_action";
import { Field } from "../../forms/field";
import { named, Options } from "../../forms/select";
import { announce } from "../../shell/announce";
import { mayOwn, project } from "../../state/session";
import type { StopWords } from "../../api/schema";
import { say as shared } from "../strings";
import { say } from "./strings";

const OWN = "own"; // the value of a list that was given when the project was made

export function StopWordsSetting({ saved }: { saved: () => void }) {
  const open = project.value;
  const { value } = useAnswer<StopWords>(open && within(open.name, "stop-words"));
  const [changed, setChanged] = useState<StopWords>();
  const { busy, refused, act } = useServerAction();
  const now = changed ?? value;
  if (!open || !now) return null;
  const choose = (language: string | null) =>
    act(async () => {
      setChanged(await call<StopWords>("PUT", within(open.name, "stop-words"), { language }));
      announce(shared.saved);
      saved();
    });
  return (
    <>
      <Field label={say.settings.stopWords} hint={say.settings.stopWordsHint}>
        {(ids) => (
          <select
            class="field medium"
            disabled={busy || !mayOwn.value}
            {...ids}
            value={now.language ?? (now.own ? OWN : "")}
            onChange={({ currentTarget }) => choose(currentTarget.value || null)}
          >
            <option value="">{say.settings.noStopWords}</option>
            {now.own > 0 && (
              <option value={OWN} disabled>
                {say.settings.ownWords(now.own)}
              </option>
            )}
            <Options of={named(now.languages)} />
          </select>
        )}
      </Field>
      {refused && <Problem refused={refused} />}
    </>
  );
}
