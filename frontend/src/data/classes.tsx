// The project's classes: added, renamed, merged and archived, each with what it does to the lessons, and undone.
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem, useAnswer } from "../api/answer";
import { call, within } from "../api/client";
import { useAct } from "../forms/act";
import { Field } from "../forms/field";
import { number } from "../numbers";
import { announce } from "../shell/announce";
import { written } from "../state/entries";
import { mayOwn, project, refreshProject, tint } from "../state/session";
import type { HistoryPage } from "./answers";
import { ClassChange, type Change } from "./class_change";
import { say } from "./strings";

interface Counts {
  balance: { labels: Record<string, number>; words: Record<string, number> };
}

export function ClassesSection() {
  const open = project.value;
  const { value, again } = useAnswer<Counts>(open && `${within(open.name, "progress")}?wait=0`);
  const [change, setChange] = useState<Change | null>(null);
  const [done, setDone] = useState<{ sentence: string; event: string } | null>(null);
  const undoing = useAct();
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!change) notice.current?.focus(); // the button that was pressed may be gone with its class
  }, [done, change]);
  if (!open) return null;
  const labels = (name: string) => value?.balance.labels[name] ?? 0;
  const words = (name: string) => value?.balance.words[name] ?? 0;

  /** Change the classes, and remember the event so that it can be taken back. */
  const work = async (body: unknown, sentence: string) => {
    await call("POST", within(open.name, "classes"), body);
    const { entries } = await call<HistoryPage>("GET", `${within(open.name, "history")}?limit=1`);
    setDone({ sentence, event: entries[0]?.id ?? "" });
    announce(sentence);
    await refreshProject();
    again();
  };
  const undo = (event: string) =>
    undoing.act(async () => {
      await call("POST", within(open.name, "lessons"), { entries: written([{ kind: "retract", lesson: event }]) });
      setDone({ sentence: say.undone, event: "" });
      announce(say.undone);
      await refreshProject();
      again();
    });

  return (
    <>
      <p class="lead">{say.classes.about}</p>
      {done && (
        <p class="notice row" ref={notice} tabIndex={-1}>
          {done.sentence}
          {done.event && (
            <button class="button" type="button" disabled={undoing.busy} onClick={() => undo(done.event)}>
              {say.undo}
            </button>
          )}
        </p>
      )}
      {undoing.refused && <Problem refused={undoing.refused} />}
      {open.classes.length ? (
        <div class="table-frame" role="group" aria-label={say.sections.classes} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say.classes.name}</th>
                <th scope="col" class="number">
                  {say.classes.labels}
                </th>
                <th scope="col" class="number">
                  {say.classes.words}
                </th>
                {mayOwn.value && <th scope="col">{say.classes.actions}</th>}
              </tr>
            </thead>
            <tbody>
              {open.classes.map((name) => (
                <tr key={name}>
                  <th scope="row" dir="auto">
                    <span class={`swatch ${tint(name)}`} aria-hidden="true" />
                    {name}
                  </th>
                  <td class="number">{number(labels(name))}</td>
                  <td class="number">{number(words(name))}</td>
                  {mayOwn.value && (
                    <td>
                      <div class="buttons">
                        <button class="button" type="button" aria-label={say.classes.renameOf(name)} onClick={() => setChange({ kind: "rename", name })}>
                          {say.classes.rename}
                        </button>
                        <button
                          class="button"
                          type="button"
                          aria-label={say.classes.mergeOf(name)}
                          disabled={open.classes.length < 2}
                          onClick={() => setChange({ kind: "merge", name })}
                        >
                          {say.classes.merge}
                        </button>
                        <button class="button" type="button" aria-label={say.classes.archiveOf(name)} onClick={() => setChange({ kind: "archive", name })}>
                          {say.classes.archive}
                        </button>
                      </div>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p>{say.classes.none}</p>
      )}
      {mayOwn.value ? <Add add={(names) => work({ add: names }, say.classes.added(names.length))} /> : <p class="faint">{say.ownerOnly}</p>}
      {change && (
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

function Add({ add }: { add: (names: string[]) => Promise<void> }) {
  const [text, setText] = useState("");
  const { busy, refused, act } = useAct();
  const names = text
    .split(/[\n,]/)
    .map((name) => name.trim())
    .filter(Boolean);
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        act(async () => {
          await add(names);
          setText("");
        });
      }}
    >
      <Field label={say.classes.add} hint={say.classes.addHint}>
        {(ids) => (
          <textarea class="field" rows={3} dir="auto" {...ids} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        )}
      </Field>
      {refused && <Problem refused={refused} />}
      <button class="button primary" type="submit" disabled={busy || !names.length}>
        {say.classes.addButton}
      </button>
    </form>
  );
}
