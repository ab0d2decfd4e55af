// Who did what with accounts and data, newest first.
import { useEffect, useState } from "preact/hooks";
import { Problem } from "../../api/answer";
import { call, query } from "../../api/client";
import { Button } from "../../forms/button";
import { useServerAction } from "../../forms/server_action";
import { Table } from "../../forms/table_frame";
import { moment } from "../../numbers";
import type { AuditPage } from "../../api/schema";
import { say as shared } from "../strings";
import { say } from "./strings";

const PAGE = 50;

export function Audit() {
  const [lines, setLines] = useState<AuditPage["entries"]>([]);
  const [next, setNext] = useState<number | null>(null);
  const { busy, refused, act } = useServerAction();
  const load = (before: number | null) =>
    act(async () => {
      const page = await call<AuditPage>("GET", `/audit${query({ before, limit: PAGE })}`);
      setLines((known) => [...(before === null ? [] : known), ...page.entries]);
      setNext(page.next);
    });
  useEffect(() => load(null), []);
  return (
    <>
      <h2>{say.people.audit}</h2>
      {refused && <Problem refused={refused} again={() => load(null)} />}
      <Table label={say.people.audit} names={[say.people.auditWhen, say.people.auditWho, say.people.auditWhat, say.people.auditAddress]}>
            {lines.map((line) => (
              <tr key={line.number}>
                <td>
                  <time dateTime={line.time}>{moment(line.time)}</time>
                </td>
                <td dir="auto">{line.who ?? ""}</td>
                <td>
                  {line.what} <span class="faint small">{about(line.about)}</span>
                </td>
                <td class="faint">{line.address ?? ""}</td>
              </tr>
            ))}
      </Table>
      {next !== null && (
        <Button disabled={busy} onClick={() => load(next)}>{shared.more}</Button>
      )}
    </>
  );
}

function about(details: Record<string, unknown>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
