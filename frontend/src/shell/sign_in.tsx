// The door of a team's server.
import { useState } from "preact/hooks";
import { Problem } from "../api/answer";
import { call } from "../api/client";
import type { ProviderAddress } from "../api/schema";
import { Button } from "../forms/button";
import { TextField } from "../forms/field";
import { Form } from "../forms/form";
import { Password } from "../forms/password";
import { useServerAction } from "../forms/server_action";
import { tryAgain } from "../state/lessons/lessons";
import { loadSession, refreshProject, session } from "../state/session";
import { say } from "../pane_strings";
import { Logo } from "./logo";

export function SignIn() {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { busy, refused, act } = useServerAction();
  if (!session.value?.team) {
    return (
      <section class="whole-state">
        <Logo />
        <h1>{say.door.title}</h1>
        <p>{say.door.launch}</p>
      </section>
    );
  }
  const signIn = () =>
    act(async () => {
      await call("POST", "/session", { name, password });
      await loadSession();
      await refreshProject();
      tryAgain();
    });
  return (
    <section class="whole-state narrow">
      <Logo />
      <h1>{say.door.title}</h1>
      <Form submit={signIn}>
        <TextField label={say.door.name} autocomplete="username" required autofocus value={name} set={setName} />
        <Password label={say.door.password} autocomplete="current-password" value={password} set={setPassword} />
        {refused && <Problem refused={refused} />}
        <Button kind="primary" type="submit" disabled={busy}>{say.door.do}</Button>
      </Form>
      <ByProvider />
    </section>
  );
}

/** Signing in, or accepting an invitation, by the provider of the team, where it has one: the page goes there and comes back. */
export function ByProvider({ invitation }: { invitation?: { key: string | null; name?: string } }) {
  const { busy, refused, act } = useServerAction();
  const provider = session.value?.provider;
  if (!provider) return null;
  const go = () =>
    act(async () => {
      const { address } = await call<ProviderAddress>("POST", "/provider/begin", invitation ?? {});
      location.assign(address);
    });
  return (
    <>
      {refused && <Problem refused={refused} />}
      <Button disabled={busy} onClick={go}>{say.door.byProvider(provider)}</Button>
    </>
  );
}
