// The guidelines: read, edited with a preview, and never written over what somebody else wrote meanwhile. What is written
// and not saved is kept as a draft in the browser.
import { useMemo, useState } from "preact/hooks";
import { Answered, Problem, useAnswer } from "../../api/answer";
import { call, Refused, within } from "../../api/client";
import { Button } from "../../forms/button";
import { useServerAction } from "../../forms/server_action";
import { TextArea } from "../../forms/field";
import { useFocusAlong } from "../../forms/focus_along";
import { Markdown } from "../../markdown/markdown";
import { announce } from "../../shell/announce";
import { mayTeach, project, refreshProject } from "../../state/session";
import type { Guidelines } from "../../api/schema";
import { Descriptions } from "./descriptions";
import { draftsOf, type Drafts } from "./guidelines_draft";
import { say as shared } from "../strings";
import { say } from "./strings";

export function GuidelinesSection() {
  const name = project.value?.name ?? "";
  const teacher = project.value?.teacher ?? "";
  const path = within(name, "guidelines");
  const answer = useAnswer<Guidelines>(path);
  const drafts = useMemo(() => draftsOf(name, teacher), [name, teacher]);
  const [editing, setEditing] = useState(() => mayTeach.peek() && drafts.read() !== null);
  const saved = () => {
    setEditing(false);
    announce(shared.saved);
    answer.again();
    void refreshProject();
  };
  return (
    <>
      <p class="lead">{say.guidelines.about}</p>
      <div ref={useFocusAlong(editing)}>
        <Answered answer={answer}>
          {(read) =>
            editing ? (
              <Editor read={read} path={path} drafts={drafts} saved={saved} cancel={() => setEditing(false)} />
            ) : (
              <>
                {read.text ? <Markdown text={read.text} top={1} /> : <p>{say.guidelines.none}</p>}
                <div class="buttons">
                  {mayTeach.value && (
                    <Button kind="primary" onClick={() => setEditing(true)}>{say.guidelines.edit}</Button>
                  )}
                  {read.version > 0 && <span class="faint">{say.guidelines.version(read.version)}</span>}
                </div>
              </>
            )
          }
        </Answered>
      </div>
      <Descriptions />
    </>
  );
}

interface EditorProps {
  read: Guidelines;
  path: string;
  drafts: Drafts;
  saved: () => void;
  cancel: () => void;
}

function Editor({ read, path, drafts, saved, cancel }: EditorProps) {
  const [draft, setDraft] = useState(() => drafts.read());
  const [text, setText] = useState(draft?.text ?? read.text);
  const [version, setVersion] = useState(draft?.version ?? read.version);
  const [theirs, setTheirs] = useState<Guidelines | null>(null);
  const { busy, refused, act } = useServerAction();
  const write = (typed: string) => {
    setText(typed);
    if (typed === read.text) drafts.drop();
    else drafts.write({ text: typed, version });
  };
  const leave = () => {
    drafts.drop();
    cancel();
  };
  const drop = () => {
    leave();
    announce(say.guidelines.draftDropped);
  };
  const save = (onto: number) =>
    act(async () => {
      try {
        await call("PUT", path, { text, version: onto });
        drafts.drop();
        saved();
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 409) throw error;
        setTheirs(await call<Guidelines>("GET", path));
      }
    });
  const take = (newer: Guidelines) => {
    drafts.drop();
    setDraft(null);
    setText(newer.text);
    setVersion(newer.version);
    setTheirs(null);
  };
  return (
    <>
      {draft && !theirs && (
        <div class="notice">
          <p>
            <strong>{say.guidelines.draft}</strong>
          </p>
          <p>{say.guidelines.draftKept}</p>
          <Button onClick={drop}>{say.guidelines.dropDraft}</Button>
        </div>
      )}
      {theirs && (
        <div class="notice" role="alert">
          <p>{say.guidelines.conflict}</p>
          <div class="buttons">
            <Button onClick={() => save(theirs.version)}>{say.guidelines.overwrite}</Button>
            <Button onClick={() => take(theirs)}>{say.guidelines.takeTheirs}</Button>
          </div>
        </div>
      )}
      <div class="editor">
        <TextArea label={say.guidelines.text} rows={18} value={text} set={write} />
        <section aria-label={theirs ? say.guidelines.theirs : say.guidelines.preview}>
          <p class="label">{theirs ? say.guidelines.theirs : say.guidelines.preview}</p>
          <Markdown text={theirs ? theirs.text : text} top={1} />
        </section>
      </div>
      {refused && <Problem refused={refused} />}
      <div class="buttons">
        <Button kind="primary" disabled={busy || theirs !== null} onClick={() => save(version)}>{shared.save}</Button>
        <Button onClick={leave}>{shared.cancel}</Button>
      </div>
    </>
  );
}
