// The documents kept apart to measure accuracy on.
import { useState } from "preact/hooks";
import { call, within } from "../../api/client";
import { Button, LinkButton } from "../../forms/button";
import { Confirm } from "../../forms/confirm";
import { NumberField } from "../../forms/field";
import { Form } from "../../forms/form";
import { announce } from "../../shell/announce";
import { address } from "../../state/route";
import { mayOwn, mayTeach, project, refreshProject } from "../../state/session";
import { MeasureNow } from "../../teach/queue/measure_now";
import { say as shared } from "../strings";
import { say } from "./strings";

const USUAL = 100;

export function HeldOutSection() {
  const open = project.value;
  const [wanted, setWanted] = useState(open ? Math.min(Math.max(USUAL, open.held_out + 1), open.documents) : USUAL);
  const [asking, setAsking] = useState<"draw" | "release" | null>(null);
  if (!open) return null;
  const draw = async () => {
    await call("POST", within(open.name, "held-out"), { total: wanted });
    announce(say.heldOut.drawn(wanted));
    await refreshProject();
  };
  const release = async () => {
    await call("DELETE", within(open.name, "held-out"));
    announce(say.heldOut.released(open.held_out));
    await refreshProject();
  };
  return (
    <>
      <p class="lead">{say.heldOut.about}</p>
      <p>
        <strong>{say.heldOut.now(open.held_out, open.documents)}</strong> {open.held_out > 0 && say.heldOut.answered(open.accuracy?.checked ?? 0)}
      </p>
      <p class="buttons">
        {mayTeach.value && <MeasureNow primary />}
        {open.held_out > 0 && (
          <LinkButton href={address("review", [], { only: "held_out" })}>{say.heldOut.list}</LinkButton>
        )}
        {mayOwn.value && open.held_out > 0 && (
          <Button onClick={() => setAsking("release")}>{say.heldOut.release}</Button>
        )}
      </p>
      {mayOwn.value ? (
        <Form class="form" submit={() => setAsking("draw")}>
          <NumberField
            label={say.heldOut.number}
            hint={open.held_out ? `${say.heldOut.least(open.held_out)} ${say.heldOut.hint}` : say.heldOut.hint}
            min={open.held_out + 1}
            max={open.documents}
            value={wanted}
            set={setWanted}
          />
          <Button type="submit">{say.heldOut.draw}</Button>
        </Form>
      ) : (
        <p class="faint">{shared.ownerOnly}</p>
      )}
      {asking === "draw" && (
        <Confirm title={shared.sections["held-out"]} action={say.heldOut.draw} work={draw} close={() => setAsking(null)}>
          <p>{say.heldOut.confirm(wanted - open.held_out, wanted)}</p>
        </Confirm>
      )}
      {asking === "release" && (
        <Confirm title={shared.sections["held-out"]} action={say.heldOut.release} work={release} close={() => setAsking(null)}>
          <p>{say.heldOut.confirmRelease(open.held_out)}</p>
        </Confirm>
      )}
    </>
  );
}
