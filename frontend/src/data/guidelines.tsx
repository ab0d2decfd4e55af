// The guidelines: read, edited with a preview, and never written over what somebody else wrote meanwhile.
import { useState } from "preact/hooks";
import { Answered, Problem, useAnswer } from "../api/answer";
import { call, Refused, within } from "../api/client";
import { useAct } from "../forms/act";
import { Field } from "../forms/field";
import { Markdown } from "../markdown/markdown";
import { announce } from "../shell/announce";
import { mayTeach, project, refreshProject } from "../state/session";
import type { GuidelinesText } from "./answers";
import { say } from "./strings";

export function GuidelinesSection() {
  const path = within(project.value?.name ?? "", "guidelines");
  const answer = useAnswer<GuidelinesText>(path);
  const [editing, setEditing] = useState(false);
  const saved = () => {
    setEditing(false);
    announce(say.saved);
    answer.again();
    void refreshProject();
  };
  return (
    <>
      <p class="lead">{say.guidelines.about}</p>
      <Answered answer={answer}>
        {(read) =>
          editing ? (
            <Editor read={read} path={path} saved={saved} cancel={() => setEditing(false)} />
          ) : (
            <>
              {read.text ? <Markdown text={read.text} top={1} /> : <p>{say.guidelines.none}</p>}
              <div class="buttons">
                {mayTeach.value && (
                  <button class="button primary" type="button" onClick={() => setEditing(true)}>
                    {say.guidelines.edit}
                  </button>
                )}
                {read.version > 0 && <span class="faint">{say.guidelines.version(read.version)}</span>}
              </div>
            </>
          )
        }
      </Answered>
    </>
  );
}

interface EditorProps {
  read: GuidelinesText;
  path: string;
  saved: () => void;
  cancel: () => void;
}

function Editor({ read, path, saved, cancel }: EditorProps) {
  const [text, setText] = useState(read.text);
  const [version, setVersion] = useState(read.version);
  const [theirs, setTheirs] = useState<GuidelinesText | null>(null);
  const { busy, refused, act } = useAct();
  const save = (onto: number) =>
    act(async () => {
      try {
        await call("PUT", path, { text, version: onto });
        saved();
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 409) throw error;
        setTheirs(await call<GuidelinesText>("GET", path));
      }
    });
  const take = (newer: GuidelinesText) => {
    setText(newer.text);
    setVersion(newer.version);
    setTheirs(null);
  };
  return (
    <>
      {theirs && (
        <div class="notice" role="alert">
          <p>{say.guidelines.conflict}</p>
          <div class="buttons">
            <button class="button" type="button" onClick={() => save(theirs.version)}>
              {say.guidelines.overwrite}
            </button>
            <button class="button" type="button" onClick={() => take(theirs)}>
              {say.guidelines.takeTheirs}
            </button>
          </div>
        </div>
      )}
      <div class="editor">
        <Field label={say.guidelines.text}>
          {(ids) => (
            <textarea class="field" rows={18} dir="auto" {...ids} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
          )}
        </Field>
        <section aria-label={theirs ? say.guidelines.theirs : say.guidelines.preview}>
          <p class="label">{theirs ? say.guidelines.theirs : say.guidelines.preview}</p>
          <Markdown text={theirs ? theirs.text : text} top={1} />
        </section>
      </div>
      {refused && <Problem refused={refused} />}
      <div class="buttons">
        <button class="button primary" type="button" disabled={busy || theirs !== null} onClick={() => save(version)}>
          {say.save}
        </button>
        <button class="button" type="button" onClick={cancel}>
          {say.cancel}
        </button>
      </div>
    </>
  );
}
