// The record in words, newest first, with a way back to any moment.
import { useEffect, useState } from "preact/hooks";
import { Problem } from "../api/answer";
import { call, query, within } from "../api/client";
import { useAct } from "../forms/act";
import { Confirm } from "../forms/confirm";
import { Field } from "../forms/field";
import { moment } from "../numbers";
import { announce } from "../shell/announce";
import { mayOwn, project, refreshProject } from "../state/session";
import type { HistoryLine, HistoryPage } from "./answers";
import { say } from "./strings";
import { told } from "./told";

const EVENTS = "events";
const PAGE = 100;

export function HistorySection() {
  const name = project.value?.name ?? "";
  const [lines, setLines] = useState<HistoryLine[]>();
  const [next, setNext] = useState<number | null>(null);
  const [kind, setKind] = useState("");
  const [teacher, setTeacher] = useState("");
  const [back, setBack] = useState<HistoryLine | null>(null);
  const { busy, refused, act } = useAct();
  const load = (before: number | null) =>
    act(async () => {
      const page = await call<HistoryPage>("GET", within(name, "history") + query({ before, limit: PAGE }));
      setLines((shown) => [...(before === null ? [] : (shown ?? [])), ...page.entries]);
      setNext(page.next);
    });
  useEffect(() => load(null), [name]);

  const all = lines ?? [];
  const known = new Map(all.map((line) => [line.id, line]));
  const shown = all.filter((line) => ofKind(line, kind) && (!teacher || line.teacher === teacher));
  const newest = all[0]?.position ?? 0;
  const restore = async (line: HistoryLine) => {
    const said = await call<{ entries: number }>("POST", within(name, "restore"), { position: line.position });
    announce(say.history.restored(said.entries));
    load(null);
    await refreshProject();
  };
  return (
    <>
      <p class="lead">{say.history.about}</p>
      <div class="form-row">
        <Field label={say.history.kind}>
          {(ids) => (
            <select class="field" {...ids} value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value)}>
              <option value="">{say.history.everything}</option>
              {Object.entries({ ...say.history.kinds, [EVENTS]: say.history.events }).map(([value, shownName]) => (
                <option key={value} value={value}>
                  {shownName}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={say.history.teacher}>
          {(ids) => (
            <select class="field" {...ids} value={teacher} onChange={({ currentTarget }) => setTeacher(currentTarget.value)}>
              <option value="">{say.history.everybody}</option>
              {[...new Set(all.map((line) => line.teacher))].sort().map((who) => (
                <option key={who}>{who}</option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {refused && <Problem refused={refused} again={() => load(null)} />}
      <ol class="history">
        {shown.map((line) => (
          <li key={line.position} class={line.active ? "" : "taken-back"}>
            <time class="faint small" dateTime={line.time}>
              {moment(line.time)}
            </time>
            <span class="history-text" dir="auto">
              <strong>{line.teacher}</strong> {told(line, known)}
              {!line.active && <span class="chip">{say.history.takenBack}</span>}
            </span>
            {mayOwn.value && line.position < newest && (
              <button class="button quiet" type="button" aria-label={say.history.restoreOf(told(line, known))} onClick={() => setBack(line)}>
                {say.history.restore}
              </button>
            )}
          </li>
        ))}
      </ol>
      {lines && !shown.length && <p class="faint">{all.length ? say.history.noneOfThese : say.history.none}</p>}
      {next !== null && (
        <button class="button" type="button" disabled={busy} onClick={() => load(next)}>
          {say.more}
        </button>
      )}
      {back && (
        <Confirm
          title={say.history.confirm(newest - back.position)}
          action={say.history.go}
          work={() => restore(back)}
          close={() => setBack(null)}
        >
          <p>
            {moment(back.time)}: {back.teacher} {told(back, known)}
          </p>
          <p>{say.history.confirmText}</p>
        </Confirm>
      )}
    </>
  );
}

function ofKind(line: HistoryLine, kind: string): boolean {
  return !kind || line.kind === kind || (kind === EVENTS && !(line.kind in say.history.kinds));
}
