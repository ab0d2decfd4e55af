// Links with which people join; each is shown once, to the person who made it.
import { useState } from "preact/hooks";
import { Answered, Problem, useAnswer } from "../../api/answer";
import { call } from "../../api/client";
import type { Invitation, InvitationMade } from "../../api/schema";
import { Button } from "../../forms/button";
import { useServerAction } from "../../forms/server_action";
import { CopyableText } from "../../forms/copyable_text";
import { TextField } from "../../forms/field";
import { Form } from "../../forms/form";
import { named, type Option, Select } from "../../forms/select";
import { day } from "../../numbers";
import { session } from "../../state/session";
import { say } from "./strings";
import { useRegularRefresh } from "./refresh";

const ROLES = (["teacher", "viewer", "owner"] as const).map((role): Option => [role, say.people.roles[role]]);
const DAYS = [1, 7, 30].map((days): Option => [String(days), say.people.daysOf(days)]);

export function Invitations() {
  const open = useAnswer<Invitation[]>("/invitations");
  useRegularRefresh(open.again);
  const [role, setRole] = useState<Invitation["role"]>("teacher");
  const [where, setWhere] = useState("");
  const [days, setDays] = useState(7);
  const [name, setName] = useState("");
  const [link, setLink] = useState<InvitationMade | null>(null);
  const projects = (session.value?.projects ?? []).map((project) => project.name);
  const { busy, refused, act } = useServerAction();
  const make = () =>
    act(async () => {
      const roles = where ? { role: "none", roles: { [where]: role } } : { role };
      setLink(await call<InvitationMade>("POST", "/invitations", { ...roles, days, name: name.trim() || null }));
      setName("");
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
      <Form class="form-row" submit={make}>
        <Select label={say.people.role} value={role} options={ROLES} choose={(chosen) => setRole(chosen as Invitation["role"])} />
        {projects.length > 1 && (
          <Select label={say.people.where} value={where} options={[["", say.people.everywhere], ...named(projects)]} choose={setWhere} />
        )}
        <Select label={say.people.days} value={String(days)} options={DAYS} choose={(chosen) => setDays(Number(chosen))} />
        <TextField label={say.people.givenName} maxLength={100} value={name} set={setName} />
        <Button kind="primary" type="submit" disabled={busy}>{say.people.make}</Button>
      </Form>
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
                    <Button
                      disabled={busy}
                      aria-label={say.people.withdrawOf(described(invitation))}
                      onClick={() => withdraw(invitation)}
                    >
                      {say.people.withdraw}
                    </Button>
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

function described({ role, roles, name, person, by, expires }: Invitation): string {
  const maker = by ?? say.people.theServer;
  if (person !== null && name !== null) return say.people.forgotten(name, maker, day(expires));
  const single = Object.entries(roles).map(([project, role]) => say.people.inProject(say.people.roles[role], project));
  const what = [...(role === "none" && single.length ? [] : [say.people.roles[role]]), ...single].join(", ");
  const who = name === null ? what : `${name}, ${what}`;
  return say.people.invitation(who, maker, day(expires));
}
