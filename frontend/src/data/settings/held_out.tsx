// The documents kept apart to measure accuracy on.
import { useState } from "preact/hooks";
import { call, within } from "../../api/client";
import { Confirm } from "../../forms/confirm";
import { Field } from "../../forms/field";
import { Form } from "../../forms/form";
import { announce } from "../../shell/announce";
import { mayOwn, project, refreshProject } from "../../state/session";
import { say as shared } from "../strings";
import { say } from "./strings";

const USUAL = 100;

export function HeldOutSection() {
  const open = project.value;
  const [wanted, setWanted] = useState(open ? Math.min(Math.max(USUAL, open.held_out + 1), open.documents) : USUAL);
  const [asking, setAsking] = useState(false);
  if (!open) return null;
  const draw = async () => {
    await call("POST", within(open.name, "held-out"), { total: wanted });
    announce(say.heldOut.drawn(wanted));
    await refreshProject();
  };
  return (
    <>
      <p class="lead">{say.heldOut.about}</p>
      <p>
        <strong>{say.heldOut.now(open.held_out, open.documents)}</strong>
      </p>
      {mayOwn.value ? (
        <Form class="form" submit={() => setAsking(true)}>
          <Field label={say.heldOut.number} hint={open.held_out ? `${say.heldOut.least(open.held_out)} ${say.heldOut.hint}` : say.heldOut.hint}>
            {(ids) => (
              <input
                class="field short"
                type="number"
                min={open.held_out + 1}
                max={open.documents}
                required
                {...ids}
                value={wanted}
                onInput={({ currentTarget }) => setWanted(currentTarget.valueAsNumber || 0)}
              />
            )}
          </Field>
          <button class="button primary" type="submit">
            {say.heldOut.draw}
          </button>
        </Form>
      ) : (
        <p class="faint">{shared.ownerOnly}</p>
      )}
      {asking && (
        <Confirm title={shared.sections["held-out"]} action={say.heldOut.draw} work={draw} close={() => setAsking(false)}>
          <p>{say.heldOut.confirm(wanted - open.held_out, wanted)}</p>
        </Confirm>
      )}
    </>
  );
}
