// The descriptions of the classes: written here, and what each sentence of them does.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Answered } from "../../api/answer";
import { DescribedClass, useDescriptions } from "../../descriptions/described_class";
import { say } from "../../descriptions/strings";
import { Button } from "../../forms/button";
import { TextArea } from "../../forms/field";
import { useFocusAlong } from "../../forms/focus_along";
import { Form } from "../../forms/form";
import { announce } from "../../shell/announce";
import { allSent, dispatch, taught } from "../../state/lessons/lessons";
import { mayTeach } from "../../state/session";
import { say as shared } from "../strings";

const PATIENCE = 5000; // milliseconds to wait until a description is sent
const LONGEST = 20_000; // characters, as in the record

export function Descriptions() {
  const { answer, classes, again } = useDescriptions();
  const [editing, setEditing] = useState<string | null>(null);
  const sent = async () => {
    setEditing(null);
    await allSent(PATIENCE);
    announce(shared.saved);
    again();
  };
  return (
    <section aria-labelledby="descriptions">
      <h2 id="descriptions">{say.title}</h2>
      <p class="lead">{say.about}</p>
      <Answered answer={answer}>
        {() => (
          <>
            {classes.map((each) => (
              <Place key={each.name} open={editing === each.name}>
                {editing === each.name ? (
                  <Editor name={each.name} sent={sent} cancel={() => setEditing(null)} />
                ) : (
                  <DescribedClass {...each}>
                    {mayTeach.value && <Change name={each.name} edit={() => setEditing(each.name)} sent={sent} />}
                  </DescribedClass>
                )}
              </Place>
            ))}
          </>
        )}
      </Answered>
    </section>
  );
}

function Place({ open, children }: { open: boolean; children: ComponentChildren }) {
  return <div ref={useFocusAlong(open)}>{children}</div>;
}

function Change({ name, edit, sent }: { name: string; edit: () => void; sent: () => Promise<void> }) {
  const mine = taught.value.counted.description(name);
  const remove = () => {
    if (!mine) return;
    dispatch({ kind: "retract", lesson: mine.id });
    void sent();
  };
  return (
    <div class="buttons">
      <Button aria-label={(mine ? say.changeOf : say.writeOf)(name)} onClick={edit}>
        {mine ? say.change : say.write}
      </Button>
      {mine && (
        <Button aria-label={say.removeOf(name)} onClick={remove}>{say.remove}</Button>
      )}
    </div>
  );
}

function Editor({ name, sent, cancel }: { name: string; sent: () => Promise<void>; cancel: () => void }) {
  const before = taught.peek().counted.description(name)?.text ?? "";
  const [text, setText] = useState(before);
  const save = () => {
    if (!text.trim()) return;
    if (text !== before) dispatch({ kind: "describe", class: name, text });
    void sent();
  };
  return (
    <Form class="described" submit={save}>
      <TextArea label={say.of(name)} hint={say.hint} rows={5} maxLength={LONGEST} required value={text} set={setText} />
      <div class="buttons">
        <Button kind="primary" type="submit">{shared.save}</Button>
        <Button onClick={cancel}>{shared.cancel}</Button>
      </div>
    </Form>
  );
}
