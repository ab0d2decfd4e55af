// One's own account: another password, and the way out.
import { useState } from "preact/hooks";
import { Problem } from "../../api/answer";
import { call } from "../../api/client";
import { Button } from "../../forms/button";
import { useServerAction } from "../../forms/server_action";
import { Form } from "../../forms/form";
import { Password } from "../../forms/password";
import { announce } from "../../shell/announce";
import { loadSession, session } from "../../state/session";
import { say } from "./strings";

export function Account() {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const [changed, setChanged] = useState(false);
  const { busy, refused, act } = useServerAction();
  const change = () =>
    act(async () => {
      await call("PUT", "/me/password", { old, new: fresh });
      setOld("");
      setFresh("");
      setChanged(true);
      announce(say.people.changed);
    });
  const leave = (everywhere: boolean) =>
    act(async () => {
      await call("DELETE", `/session${everywhere ? "?everywhere=true" : ""}`);
      await loadSession();
    });
  return (
    <>
      <h2>{say.people.account}</h2>
      <Form class="form" submit={change}>
        <input type="text" hidden readOnly autocomplete="username" value={session.value?.user?.name ?? ""} />
        <Password label={say.people.old} autocomplete="current-password" value={old} set={setOld} />
        <Password label={say.people.new} hint={say.people.newHint} autocomplete="new-password" least={12} value={fresh} set={setFresh} />
        {refused && <Problem refused={refused} />}
        {changed && <p class="notice">{say.people.changed}</p>}
        <div class="buttons">
          <Button kind="primary" type="submit" disabled={busy}>{say.people.change}</Button>
          <Button disabled={busy} onClick={() => leave(false)}>{say.people.signOut}</Button>
          <Button disabled={busy} onClick={() => leave(true)}>{say.people.signOutAll}</Button>
        </div>
      </Form>
    </>
  );
}
