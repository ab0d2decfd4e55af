// The link of an invitation: choose a name and a password, and be in.
import { useEffect, useState } from "preact/hooks";
import { Problem, refusedBy } from "../api/answer";
import { call, type Refused } from "../api/client";
import type { InvitationSeen } from "../api/schema";
import { Button, LinkButton } from "../forms/button";
import { TextField } from "../forms/field";
import { Form } from "../forms/form";
import { useServerAction } from "../forms/server_action";
import { Password } from "../forms/password";
import { Logo } from "./logo";
import { ByProvider } from "./sign_in";
import { go, invitation } from "../state/route";
import { loadSession, refreshProject } from "../state/session";
import { say as pane } from "../pane_strings";
import { say } from "../strings";

export function Join() {
  const key = invitation.value;
  const [invited, setInvited] = useState<InvitationSeen | null>(null);
  const [unknown, setUnknown] = useState<Refused | null>(null);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { busy, refused, act } = useServerAction();
  useEffect(() => {
    call<InvitationSeen>("POST", "/invitations/look", { key }).then(setInvited, (error: unknown) => setUnknown(refusedBy(error)));
  }, [key]);

  const accept = () =>
    act(async () => {
      await call("POST", "/invitations/accept", { key, password, ...(invited?.name ? {} : { name }) });
      go("teach");
      await loadSession();
      await refreshProject();
    });

  if (unknown) {
    return (
      <section class="whole-state narrow">
        <Logo />
        <h1>{pane.door.join}</h1>
        <Problem refused={unknown} />
        <LinkButton href="#/teach">{pane.door.title}</LinkButton>
      </section>
    );
  }
  if (!invited) return <p class="faint later">{say.loading}</p>;
  return (
    <section class="whole-state narrow">
      <Logo />
      <h1>{invited.known ? pane.door.renew(invited.name ?? "") : pane.door.join}</h1>
      {!invited.known && <p class="faint">{pane.door.invited(rolesOf(invited), invited.name)}</p>}
      <Form submit={accept}>
        {invited.name === null && <TextField label={pane.door.name} autocomplete="username" required autofocus value={name} set={setName} />}
        <Password label={pane.door.password} ask={pane.door.choose} autocomplete="new-password" value={password} set={setPassword} />
        {refused && <Problem refused={refused} />}
        <Button kind="primary" type="submit" disabled={busy}>{pane.door.doJoin}</Button>
      </Form>
      <ByProvider invitation={{ key, ...(invited.name ? {} : { name }) }} />
    </section>
  );
}

/** As what somebody is invited: everywhere, or in single projects. */
function rolesOf({ role, roles }: InvitationSeen): string {
  const single = Object.entries(roles).map(([project, role]) => pane.door.inProject(say.roles[role], project));
  return role === "none" && single.length ? single.join(", ") : say.roles[role];
}
