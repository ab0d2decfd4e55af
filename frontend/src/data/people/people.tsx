// The team: who takes part and as what, invitations, one's own account, and the audit log.
import { useState } from "preact/hooks";
import { Answered, Problem, useAnswer } from "../../api/answer";
import { call } from "../../api/client";
import type { InvitationMade, Person } from "../../api/schema";
import { Button } from "../../forms/button";
import { useServerAction } from "../../forms/server_action";
import { CopyableText } from "../../forms/copyable_text";
import { BareSelect } from "../../forms/select";
import { Table } from "../../forms/table_frame";
import { moment } from "../../numbers";
import { announce } from "../../shell/announce";
import { openName, ownsServer, session } from "../../state/session";
import { say as shared } from "../strings";
import { say } from "./strings";
import { Account } from "./account";
import { Audit } from "./audit";
import { Invitations, NewLink } from "./invitations";
import { useRegularRefresh } from "./refresh";

export function PeopleSection() {
  if (!session.value?.team) {
    return (
      <>
        <p class="lead">{say.people.alone}</p>
        <CopyableText label={shared.sections.people} text={say.people.aloneCommand} />
      </>
    );
  }
  return (
    <>
      <p class="lead">
        {say.people.about} {ownsServer.value && severalProjects() && say.people.aboutProjects}
      </p>
      {ownsServer.value && <Team />}
      <Account />
      {ownsServer.value && <Audit />}
    </>
  );
}

type Change = { role?: Person["role"]; disabled?: boolean; roles?: Record<string, Person["role"] | null> };

function severalProjects(): boolean {
  return (session.value?.projects.length ?? 0) > 1;
}

function Team() {
  const people = useAnswer<Person[]>("/people");
  useRegularRefresh(people.again);
  const [link, setLink] = useState<InvitationMade | null>(null);
  const { busy, refused, act } = useServerAction();
  const change = (person: Person, values: Change) =>
    act(async () => {
      await call("PATCH", `/people/${person.id}`, values);
      people.again();
      announce(shared.saved);
    });
  const here = severalProjects() && openName.value ? [say.people.roleHere(openName.value)] : [];
  const forgotten = (person: Person) => act(async () => setLink(await call<InvitationMade>("POST", `/people/${person.id}/invitation`)));
  return (
    <>
      {refused && <Problem refused={refused} />}
      <Answered answer={people}>
        {(known) => (
          <Table label={shared.sections.people} class="people stacking" names={[say.people.name, say.people.role, ...here, say.people.seen, say.people.state]}>
                {known.map((person) => (
                  <Line key={person.id} person={person} busy={busy} change={change} forgotten={forgotten} />
                ))}
          </Table>
        )}
      </Answered>
      {link && <NewLink link={link} />}
      <Invitations />
    </>
  );
}

interface LineProps {
  person: Person;
  busy: boolean;
  change: (person: Person, values: Change) => void;
  forgotten: (person: Person) => void;
}

function Line({ person, busy, change, forgotten }: LineProps) {
  const { name, role, disabled, seen, roles } = person;
  const project = openName.value;
  const isMe = name === session.value?.user?.name; // who has an account of her own below
  return (
    <tr>
      <th scope="row" dir="auto">
        {name} {isMe && <span class="chip">{say.people.you}</span>}
      </th>
      <td>
        <BareSelect label={say.people.roleOf(name)} value={role} disabled={busy} options={Object.entries(say.people.roles)} choose={(chosen) => change(person, { role: chosen as Person["role"] })} />
      </td>
      {severalProjects() && project && (
        <td>
          <BareSelect
            label={say.people.roleHereOf(name, project)}
            value={roles[project] ?? ""}
            disabled={busy || role === "owner"}
            options={[["", say.people.asEverywhere], ...Object.entries(say.people.roles)]}
            choose={(chosen) => change(person, { roles: { [project]: (chosen || null) as Person["role"] | null } })}
          />
        </td>
      )}
      <td class="faint">{seen ? moment(seen) : say.people.never}</td>
      <td>
        <div class="buttons">
          <span class={disabled ? "chip" : "faint"}>{disabled ? say.people.disabled : say.people.active}</span>
          {!isMe && (
            <>
              <Button
                disabled={busy}
                aria-label={disabled ? say.people.enableOf(name) : say.people.disableOf(name)}
                onClick={() => change(person, { disabled: !disabled })}
              >
                {disabled ? say.people.enable : say.people.disable}
              </Button>
              <Button disabled={busy} aria-label={say.people.newPasswordOf(name)} onClick={() => forgotten(person)}>
                {say.people.newPassword}
              </Button>
            </>
          )}
        </div>
      </td>
    </tr>
  );
}
