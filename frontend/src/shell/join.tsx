// The link of an invitation: choose a name and a password, and be in.
import { useEffect, useState } from "preact/hooks";
import { Problem, refusedBy } from "../api/answer";
import { call, type Refused } from "../api/client";
import type { Caller } from "../api/schema";
import { useServerAction } from "../forms/server_action";
import { Password } from "../forms/password";
import { go, invitation } from "../state/route";
import { loadSession, refreshProject } from "../state/session";
import { say as pane } from "../pane_strings";
import { say } from "../strings";

interface Invited {
  role: Caller["role"];
  /** The name of the person, where an owner chose it or the link is for a new password. */
  name: string | null;
  /** Whether the person is of the team already, and the link for a new password. */
  known: boolean;
}

export function Join() {
  const key = invitation.value;
  const [invited, setInvited] = useState<Invited | null>(null);
  const [unknown, setUnknown] = useState<Refused | null>(null);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { busy, refused, act } = useServerAction();
  useEffect(() => {
    call<Invited>("POST", "/invitations/look", { key }).then(setInvited, (error: unknown) => setUnknown(refusedBy(error)));
  }, [key]);

  function accept(event: Event): void {
    event.preventDefault();
    act(async () => {
      await call("POST", "/invitations/accept", { key, password, ...(invited?.name ? {} : { name }) });
      go("teach");
      await loadSession();
      await refreshProject();
    });
  }

  if (unknown) {
    return (
      <section class="whole-state narrow">
        <h1>{pane.door.join}</h1>
        <Problem refused={unknown} />
        <a class="button" href="#/teach">
          {pane.door.title}
        </a>
      </section>
    );
  }
  if (!invited) return <p class="faint later">{say.loading}</p>;
  return (
    <section class="whole-state narrow">
      <h1>{invited.known ? pane.door.renew(invited.name ?? "") : pane.door.join}</h1>
      {!invited.known && <p class="faint">{pane.door.invited(say.roles[invited.role], invited.name)}</p>}
      <form onSubmit={accept}>
        {invited.name === null && (
          <>
            <label for="name">{pane.door.name}</label>
            <input id="name" class="field" autocomplete="username" required autofocus value={name} onInput={(event) => setName(event.currentTarget.value)} />
          </>
        )}
        <label for="password">{pane.door.choose}</label>
        <Password id="password" label={pane.door.password} autocomplete="new-password" value={password} set={setPassword} />
        {refused && <Problem refused={refused} />}
        <button type="submit" class="button primary" disabled={busy}>
          {pane.door.doJoin}
        </button>
      </form>
    </section>
  );
}
