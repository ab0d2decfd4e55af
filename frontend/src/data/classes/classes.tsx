// The project's classes: added, renamed, merged, archived and brought back, with what that does to the lessons.
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem, useAnswer } from "../../api/answer";
import { call, within } from "../../api/client";
import { Button } from "../../forms/button";
import { useServerAction } from "../../forms/server_action";
import { TextArea } from "../../forms/field";
import { Form } from "../../forms/form";
import { TableFrame } from "../../forms/table_frame";
import { listed, number } from "../../numbers";
import { announce } from "../../shell/announce";
import { Tile } from "../../shell/class_chip";
import { newEntries } from "../../state/lessons/entries";
import { mayOwn, project, refreshProject } from "../../state/session";
import { namedSo, namesIn } from "../../teach/start/class_names";
import type { ClassesNow, Estimate, HistoryPage } from "../../api/schema";
import { ArchivedClasses } from "./archived_classes";
import { ClassChange, type Change } from "./class_change";
import { say as shared } from "../strings";
import { say } from "./strings";

interface Counts {
  balance: { labels: Record<string, number>; words: Record<string, number> };
}

export function ClassesSection() {
  const open = project.value;
  const { value, again } = useAnswer<Counts>(open && `${within(open.name, "progress")}?wait=0`);
  const now = useAnswer<ClassesNow>(open && within(open.name, "classes"));
  const [change, setChange] = useState<Change | null>(null);
  const [done, setDone] = useState<{ sentence: string; event: string } | null>(null);
  const undoing = useServerAction();
  const declaring = useServerAction();
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!change) notice.current?.focus(); // the button that was pressed may be gone with its class
  }, [done, change]);
  if (!open) return null;
  const labels = (name: string) => value?.balance.labels[name] ?? 0;
  const words = (name: string) => value?.balance.words[name] ?? 0;
  const expected = (name: string) => open.quality?.classes.find((each) => each.name === name)?.documents;

  const refreshed = async () => {
    await refreshProject();
    again();
    now.again();
  };
  /** Change the classes, and remember the event so that it can be taken back. */
  const work = async (body: unknown, sentence: string) => {
    await call("POST", within(open.name, "classes"), body);
    const { entries } = await call<HistoryPage>("GET", `${within(open.name, "history")}?limit=1`);
    setDone({ sentence, event: entries[0]?.id ?? "" });
    announce(sentence);
    await refreshed();
  };
  const undo = (event: string) =>
    undoing.act(async () => {
      await call("POST", within(open.name, "lessons"), { entries: newEntries([{ kind: "retract", lesson: event }]) });
      setDone({ sentence: shared.undone, event: "" });
      announce(shared.undone);
      await refreshed();
    });

  /** Say that a class is everything else, or that it is not any more. */
  const declare = (name: string) =>
    declaring.act(() => (name === open.rest ? work({ rest: null }, say.noRest) : work({ rest: name }, say.nowRest(name))));

  return (
    <>
      <p class="lead">{say.about}</p>
      {done && (
        <p class="notice row" ref={notice} tabIndex={-1}>
          {done.sentence}
          {done.event && (
            <Button disabled={undoing.busy} onClick={() => undo(done.event)}>{shared.undo}</Button>
          )}
        </p>
      )}
      {undoing.refused && <Problem refused={undoing.refused} />}
      {declaring.refused && <Problem refused={declaring.refused} />}
      {open.classes.length ? (
        <TableFrame label={shared.sections.classes}>
          <table class="classes stacking" role="table">
            <thead class="seen" role="rowgroup">
              <tr role="row">
                <th scope="col" role="columnheader">{say.name}</th>
                <th scope="col" role="columnheader" class="number">
                  {say.labels}
                </th>
                <th scope="col" role="columnheader" class="number">
                  {say.words}
                </th>
                <th scope="col" role="columnheader" class="number" title={say.expectedAbout}>
                  {say.expected}
                </th>
                {mayOwn.value && (
                  <th scope="col" role="columnheader" class="last">
                    {say.actions}
                  </th>
                )}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {open.classes.map((name) => (
                <tr key={name} role="row">
                  <th scope="row" role="rowheader" dir="auto" title={name}>
                    <span class="cut">
                      <Tile name={name} /> {name}
                      {name === open.rest && <span class="faint small"> {say.isRest}</span>}
                    </span>
                  </th>
                  <td role="cell" class="number">
                    {value ? number(labels(name)) : "…"}
                  </td>
                  <td role="cell" class="number">
                    {value ? number(words(name)) : "…"}
                  </td>
                  <td role="cell" class="number">
                    <ExpectedDocuments estimate={expected(name)} />
                  </td>
                  {mayOwn.value && (
                    <td role="cell" class="last">
                      <div class="buttons">
                        <Button aria-label={say.renameOf(name)} onClick={() => setChange({ kind: "rename", name })}>{say.rename}</Button>
                        <Button
                          aria-label={say.mergeOf(name)}
                          disabled={open.classes.length < 2}
                          onClick={() => setChange({ kind: "merge", name })}
                        >
                          {say.merge}
                        </Button>
                        <Button
                          aria-label={say.restOf(name)}
                          aria-pressed={name === open.rest}
                          title={say.restDoes}
                          disabled={declaring.busy}
                          onClick={() => declare(name)}
                        >
                          {say.rest}
                        </Button>
                        <Button aria-label={say.archiveOf(name)} onClick={() => setChange({ kind: "archive", name })}>{say.archive}</Button>
                      </div>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      ) : (
        <p>{say.none}</p>
      )}
      {now.value !== undefined && now.value.archived.length > 0 && (
        <ArchivedClasses names={now.value.archived} bringBack={(name) => work({ bring_back: name }, say.back(name))} />
      )}
      {mayOwn.value ? <Add known={open.classes} add={(names) => work({ add: names }, say.added(names.length))} /> : <p class="faint">{shared.ownerOnly}</p>}
      {change && value && (
        <ClassChange
          change={change}
          classes={open.classes}
          labels={labels(change.name)}
          words={words(change.name)}
          work={work}
          close={() => setChange(null)}
        />
      )}
    </>
  );
}

/** About how many documents are of a class, and between what numbers that lies; a dash while there is no model. */
function ExpectedDocuments({ estimate }: { estimate: Estimate | undefined }) {
  if (!estimate) return <span class="faint">{say.unknown}</span>;
  const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((n) => number(Math.round(n)));
  return (
    <>
      {value} <span class="faint small range">{say.range(low ?? "", high ?? "")}</span>
    </>
  );
}

function Add({ known, add }: { known: readonly string[]; add: (names: string[]) => Promise<void> }) {
  const [text, setText] = useState("");
  const { busy, refused, act } = useServerAction();
  const typed = namesIn(text);
  const names = typed.filter((name) => namedSo(name, known) === undefined);
  const there = typed.map((name) => namedSo(name, known)).filter((name) => name !== undefined);
  const send = () =>
    act(async () => {
      await add(names);
      setText("");
    });
  return (
    <Form class="form" submit={send}>
      <TextArea label={say.add} hint={there.length ? say.there(listed(there), there.length) : say.addHint} rows={3} value={text} set={setText} />
      {refused && <Problem refused={refused} />}
      <Button kind="primary" type="submit" disabled={busy || !names.length}>{say.addButton}</Button>
    </Form>
  );
}
