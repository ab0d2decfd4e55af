// API tokens: made for a program, shown once, revoked at any time.
import { useState } from "preact/hooks";
import { Answered, Problem, useAnswer } from "../../api/answer";
import { call } from "../../api/client";
import { Button } from "../../forms/button";
import { useServerAction } from "../../forms/server_action";
import { CopyableText } from "../../forms/copyable_text";
import { TextField } from "../../forms/field";
import { Form } from "../../forms/form";
import { named, type Option, Select } from "../../forms/select";
import { Table } from "../../forms/table_frame";
import { day } from "../../numbers";
import { announce } from "../../shell/announce";
import { project, session } from "../../state/session";
import type { ApiToken, TokenMade } from "../../api/schema";
import { say as shared } from "../strings";
import { say } from "./strings";
import { addressOf } from "../export/project_address";

export function TokensSection() {
  const name = project.value?.name ?? "";
  return (
    <>
      {session.value?.team ? (
        <Tokens project={name} />
      ) : (
        <>
          <p class="lead">{say.tokens.alone}</p>
          <CopyableText label={say.tokens.python} text={`from teachback import Project\n\nproject = Project.open(${JSON.stringify(addressOf(project.value))})`} />
        </>
      )}
      <p>
        <a class="link" href="api">
          {say.tokens.reference}
        </a>
      </p>
    </>
  );
}

const SCOPES = Object.entries(say.tokens.scopes);
const DAYS: Option[] = [...[30, 90, 366].map((days): Option => [String(days), say.tokens.daysOf(days)]), ["", say.tokens.noEnd]];

function Tokens({ project }: { project: string }) {
  const tokens = useAnswer<ApiToken[]>("/tokens");
  const [name, setName] = useState("");
  const [scope, setScope] = useState("teach");
  const [single, setSingle] = useState("");
  const [days, setDays] = useState("90");
  const projects = (session.value?.projects ?? []).map((each) => each.name);
  const [made, setMade] = useState<TokenMade | null>(null);
  const { busy, refused, act } = useServerAction();
  const make = () =>
    act(async () => {
      setMade(await call<TokenMade>("POST", "/tokens", { name: name.trim(), scope, project: single || null, days: Number(days) || null }));
      setName("");
      tokens.again();
      announce(say.tokens.once);
    });
  const revoke = ({ id }: ApiToken) =>
    act(async () => {
      await call("DELETE", `/tokens/${id}`);
      if (made?.id === id) setMade(null);
      tokens.again();
    });
  return (
    <>
      <p class="lead">{say.tokens.about}</p>
      <Form class="form-row" submit={make}>
        <TextField label={say.tokens.name} class="field medium" required maxLength={100} value={name} set={setName} />
        <Select label={say.tokens.scope} value={scope} options={SCOPES} choose={setScope} />
        {projects.length > 1 && <Select label={say.tokens.project} value={single} options={[["", say.tokens.everywhere], ...named(projects)]} choose={setSingle} />}
        <Select label={say.tokens.days} value={days} options={DAYS} choose={setDays} />
        <Button kind="primary" type="submit" disabled={busy}>{say.tokens.make}</Button>
      </Form>
      {refused && <Problem refused={refused} />}
      {made && (
        <div class="notice" role="status">
          <p>
            <strong>{made.name}.</strong> {say.tokens.once}
          </p>
          <CopyableText label={say.tokens.token} text={made.token} />
          <h2>{say.tokens.python}</h2>
          <CopyableText
            label={say.tokens.python}
            text={`from teachback import Project\n\nproject = Project.open("${new URL(".", location.href).href}projects/${encodeURIComponent(project)}", token="${made.token}")`}
          />
        </div>
      )}
      <Answered answer={tokens}>
        {(known) => (known.length ? <List tokens={known} busy={busy} revoke={revoke} /> : <p class="faint">{say.tokens.none}</p>)}
      </Answered>
    </>
  );
}

function List({ tokens, busy, revoke }: { tokens: ApiToken[]; busy: boolean; revoke: (token: ApiToken) => void }) {
  return (
    <Table
      label={shared.sections.tokens}
      names={[say.tokens.token, say.tokens.person, say.tokens.scope, say.tokens.made, say.tokens.used, say.tokens.expires]}
      heard={say.tokens.revoke}
    >
          {tokens.map((token) => (
            <tr key={token.id}>
              <th scope="row">{token.name}</th>
              <td>{token.person}</td>
              <td>
                {say.tokens.scopes[token.scope]} {token.project && say.people.inProject("", token.project)}
              </td>
              <td>{day(token.made)}</td>
              <td class="faint">{token.used ? day(token.used) : say.tokens.unused}</td>
              <td>{token.expires ? day(token.expires) : say.tokens.noEnd}</td>
              <td>
                <Button disabled={busy} aria-label={say.tokens.revokeOf(token.name)} onClick={() => revoke(token)}>{say.tokens.revoke}</Button>
              </td>
            </tr>
          ))}
    </Table>
  );
}
