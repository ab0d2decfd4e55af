// Links with which people join; each is shown once, to the person who made it.
import { useState } from "preact/hooks";
import { Answered, Problem, useAnswer } from "../../api/answer";
import { call } from "../../api/client";
import type { Caller, Invitation, InvitationMade } from "../../api/schema";
import { useServerAction } from "../../forms/server_action";
import { CopyableText } from "../../forms/copyable_text";
import { Field } from "../../forms/field";
import { day } from "../../numbers";
import { say } from "./strings";
import { useRegularRefresh } from "./refresh";

const DAYS = [1, 7, 30];

export function Invitations() {
  const open = useAnswer<Invitation[]>("/invitations");
  useRegularRefresh(open.again);
  const [role, setRole] = useState<Caller["role"]>("teacher");
  const [days, setDays] = useState(7);
  const [link, setLink] = useState<InvitationMade | null>(null);
  const { busy, refused, act } = useServerAction();
  const make = () =>
    act(async () => {
      setLink(await call<InvitationMade>("POST", "/invitations", { role, days }));
      open.again();
    });
  const withdraw = ({ id }: Invitation) =>
    act(async () => {
      await call("DELETE", `/invitations/${id}`);
      if (link?.id === id) setLink(null);
      open.again();
    });
  return (
    <>
      <h2>{say.people.invite}</h2>
      <form
        class="form-row"
        onSubmit={(event) => {
          event.preventDefault();
          make();
        }}
      >
        <Field label={say.people.role}>
          {(ids) => (
            <select class="field" {...ids} value={role} onChange={({ currentTarget }) => setRole(currentTarget.value as Caller["role"])}>
              {(["teacher", "viewer", "owner"] as const).map((value) => (
                <option key={value} value={value}>
                  {say.people.roles[value]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={say.people.days}>
          {(ids) => (
            <select class="field" {...ids} value={days} onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}>
              {DAYS.map((value) => (
                <option key={value} value={value}>
                  {say.people.daysOf(value)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <button class="button primary" type="submit" disabled={busy}>
          {say.people.make}
        </button>
      </form>
      <p class="faint small">{say.people.inviteHint}</p>
      {refused && <Problem refused={refused} />}
      {link && <NewLink link={link} />}
      <Answered answer={open}>
        {(known) =>
          known.length > 0 && (
            <>
              <h3>{say.people.open}</h3>
              <ul class="plain-list">
                {known.map((invitation) => (
                  <li key={invitation.id} class="row">
                    <span>{described(invitation)}</span>
                    <button
                      class="button"
                      type="button"
                      disabled={busy}
                      aria-label={say.people.withdrawOf(described(invitation))}
                      onClick={() => withdraw(invitation)}
                    >
                      {say.people.withdraw}
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Answered>
    </>
  );
}

export function NewLink({ link }: { link: InvitationMade }) {
  return (
    <div class="notice" role="status">
      <p>
        <strong>{described(link)}.</strong> {say.people.linkOnce}
      </p>
      <CopyableText label={say.people.link} text={link.link} />
    </div>
  );
}

function described({ role, name, by, expires }: Invitation): string {
  const maker = by ?? say.people.theServer;
  return name === null
    ? say.people.invitation(say.people.roles[role], maker, day(expires))
    : say.people.forgotten(name, maker, day(expires));
}
