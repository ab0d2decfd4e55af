// One act for all selected documents, with its number before anything is written, and one undo for all of it.
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem } from "../../api/answer";
import { call, within } from "../../api/client";
import type { ActDone } from "../../api/schema";
import { Button } from "../../forms/button";
import { Form } from "../../forms/form";
import { useServerAction } from "../../forms/server_action";
import { announce } from "../../shell/announce";
import type { Command } from "../../shell/keys";
import { useCommands } from "../../shell/keys";
import { refreshTaught, undoable } from "../../state/lessons/lessons";
import { classKeys, mayTeach, project, refreshProject } from "../../state/session";
import { ClassButtons } from "../class_buttons";
import { say } from "../strings";
import type { Selected } from "./selection";

interface Props {
  selected: Selected;
  total: number;
  clear: () => void;
  /** The act is done, or taken back: the list is to be asked for again. */
  done: () => void;
}

type What = { label: string } | { flag: string } | { set_aside: true };

export function BulkBar({ selected, total, clear, done }: Props) {
  const { busy, refused, act } = useServerAction();
  const [last, setLast] = useState<{ sentence: string; position: number; lesson: string } | null>(null);
  const [noting, setNoting] = useState(false);
  const note = useRef<HTMLInputElement>(null);
  const name = project.value?.name ?? "";
  const number = selected.ids.size;
  // Not waited for: what was just done can be taken back at once.
  const settle = () => {
    done();
    void refreshProject();
    void refreshTaught().catch(() => {}); // it is asked for again with the next event
  };
  const teach = (what: What, sentence: string) =>
    act(async () => {
      const { position } = await call<ActDone>("POST", within(name, "acts"), { documents: [...selected.ids], ...what });
      setLast({ sentence, position, lesson: undoable.peek().last });
      setNoting(false);
      announce(sentence);
      clear();
      settle();
    });
  const takeBack = () =>
    act(async () => {
      if (!last) return;
      await call("POST", within(name, "history", String(last.position), "take-back"));
      announce(say.bulk.takenBack);
      setLast(null);
      settle();
    });
  const label = (class_: string) => teach({ label: class_ }, say.bulk.labelled(number, class_));
  const setAside = () => teach({ set_aside: true }, say.bulk.asideDone(number));
  const all: Command[] = [
    ...[...classKeys.value].map(([class_, key]) => ({ id: `review.all.${key}`, title: say.bulk.key(class_), key: `shift+${key}`, run: () => label(class_), quiet: true })),
    { id: "review.aside", title: say.bulk.aside, key: "shift+x", run: setAside },
    { id: "review.flagAll", title: say.bulk.flag, key: "shift+f", run: () => setNoting(true) },
    { id: "review.none", title: say.bulk.none, key: "escape", run: clear },
  ];
  useCommands(number && mayTeach.value ? all : []);
  const mine = last !== null && last.lesson === undoable.value.last; // nothing was taught since
  useCommands(mine ? [{ id: "review.undoAll", title: say.bulk.undo, key: "ctrl+z", run: takeBack }] : []);
  useEffect(() => {
    if (noting) note.current?.focus();
  }, [noting]);
  if (!mayTeach.value || (!number && !last && !refused)) return null;
  return (
    <section class="bulk" aria-label={say.bulk.title}>
      {refused && <Problem refused={refused} />}
      {last && !number && (
        <p class="toast offer" role="status">
          <span>{last.sentence}</span>
          <Button disabled={busy} onClick={takeBack}>{say.bulk.undo}</Button>
        </p>
      )}
      {number > 0 && (
        <div class="bulk-bar">
          <p>
            <b>{say.bulk.selected(number, Math.max(total, number))}</b>
            {selected.left > 0 && <span class="faint"> {say.bulk.left(selected.left)}</span>}
          </p>
          {noting ? (
            <Form class="bulk-note" submit={() => teach({ flag: note.current?.value.trim() ?? "" }, say.bulk.flagged(number))}>
              <input ref={note} class="field" dir="auto" maxLength={1000} aria-label={say.bulk.note} placeholder={say.bulk.note} />
              <Button kind="primary" type="submit" disabled={busy}>{say.bulk.flagThem(number)}</Button>
              <Button kind="quiet" onClick={() => setNoting(false)}>{say.bulk.cancel}</Button>
            </Form>
          ) : (
            <>
              <span class="faint bulk-as">{say.bulk.labelAs}</span>
              <span class="bulk-classes">
                <ClassButtons disabled={busy} says={(class_) => say.bulk.labelAll(number, class_)} choose={label} />
              </span>
              <span class="faint small bulk-hint">{say.bulk.oneUndo}</span>
              <Button kind="quiet" disabled={busy} onClick={() => setNoting(true)}>{say.bulk.flag}</Button>
              <Button kind="quiet" disabled={busy} onClick={setAside}>{say.bulk.aside}</Button>
              <Button kind="quiet" onClick={clear}>{say.bulk.none}</Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}
