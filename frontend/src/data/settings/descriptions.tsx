// The descriptions of the classes: written here, and what each sentence of them does.
import { useState } from "preact/hooks";
import { Answered, useAnswer } from "../../api/answer";
import { within } from "../../api/client";
import type { ClassDescription, DescribedSentence, NameWord } from "../../api/schema";
import { Button } from "../../forms/button";
import { TextArea } from "../../forms/field";
import { Form } from "../../forms/form";
import { announce } from "../../shell/announce";
import { allSent, dispatch, taught } from "../../state/lessons/lessons";
import { mayTeach, project } from "../../state/session";
import { say as shared } from "../strings";
import { say } from "./strings";

const PATIENCE = 5000; // milliseconds to wait until a description is sent
const LONGEST = 20_000; // characters, as in the record

export function Descriptions() {
  const open = project.value;
  const answer = useAnswer<ClassDescription[]>(open ? within(open.name, "descriptions") : null);
  const names = useAnswer<NameWord[]>(open ? within(open.name, "name-words") : null);
  const [editing, setEditing] = useState<string | null>(null);
  if (!open) return null;
  const sent = async () => {
    setEditing(null);
    await allSent(PATIENCE);
    announce(shared.saved);
    answer.again();
    names.again();
  };
  return (
    <section aria-labelledby="descriptions">
      <h2 id="descriptions">{say.descriptions.title}</h2>
      <p class="lead">{say.descriptions.about}</p>
      <Answered answer={answer}>
        {(read) => (
          <>
            {open.classes.map((name) => {
              const all = read.filter((each) => each.class === name);
              return editing === name ? (
                <Editor key={name} name={name} sent={sent} cancel={() => setEditing(null)} />
              ) : (
                <Described key={name} name={name} all={all} own={namesOf(names.value, name)} edit={() => setEditing(name)} sent={sent} />
              );
            })}
          </>
        )}
      </Answered>
    </section>
  );
}

const namesOf = (words: NameWord[] | undefined, name: string) => (words ?? []).filter((word) => word.class === name);

interface DescribedProps {
  name: string;
  all: ClassDescription[];
  own: NameWord[]; // words of its name that count
  edit: () => void;
  sent: () => Promise<void>;
}

function Described({ name, all, own, edit, sent }: DescribedProps) {
  const mine = taught.value.counted.description(name);
  const remove = () => {
    if (!mine) return;
    dispatch({ kind: "retract", lesson: mine.id });
    void sent();
  };
  return (
    <div class="described">
      <h3 dir="auto">{name}</h3>
      {all.length ? (
        all.map((each) => (
          <div key={each.lesson}>
            {all.length > 1 && <p class="faint small">{say.descriptions.by(each.teacher)}</p>}
            <ul class="bullets">
              {each.sentences.map((sentence, at) => (
                <Sentence key={at} sentence={sentence} />
              ))}
            </ul>
          </div>
        ))
      ) : (
        <p class="faint">{say.descriptions.none}</p>
      )}
      {own.length > 0 && (
        <p class="faint small">
          {say.descriptions.name}{" "}
          {own.map(({ term, documents }) => (
            <span key={term} class="chip" dir="auto" title={say.descriptions.documents(documents)}>
              {term}
            </span>
          ))}
        </p>
      )}
      {mayTeach.value && (
        <div class="buttons">
          <Button aria-label={(mine ? say.descriptions.changeOf : say.descriptions.writeOf)(name)} onClick={edit}>
            {mine ? say.descriptions.change : say.descriptions.write}
          </Button>
          {mine && (
            <Button aria-label={say.descriptions.removeOf(name)} onClick={remove}>{say.descriptions.remove}</Button>
          )}
        </div>
      )}
    </div>
  );
}

function Sentence({ sentence: { text, excluded, terms } }: { sentence: DescribedSentence }) {
  const words = terms.filter(({ use }) => use === "word");
  const silent = terms.filter(({ use }) => use !== "word");
  return (
    <li>
      <p dir="auto">{excluded ? <s>{text}</s> : text}</p>
      <div class="faint small">
        {excluded ? (
          say.descriptions.excluded
        ) : (
          <>
            {words.length ? (
              <>
                {say.descriptions.words}{" "}
                {words.map(({ term, strength, documents }) => (
                  <span key={term} class="chip" title={say.descriptions.documents(documents)}>
                    {term} {say.descriptions.strength(strength)}
                  </span>
                ))}
              </>
            ) : (
              say.descriptions.noWords
            )}
            {silent.length > 0 && (
              <details>
                <summary>{say.descriptions.silent(silent.length)}</summary>
                {silent.map(({ term, use }) => (
                  <span key={term} class="chip">
                    {term}: {say.descriptions.uses[use as keyof typeof say.descriptions.uses]}
                  </span>
                ))}
              </details>
            )}
          </>
        )}
      </div>
    </li>
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
      <TextArea label={say.descriptions.of(name)} hint={say.descriptions.hint} rows={5} maxLength={LONGEST} required value={text} set={setText} />
      <div class="buttons">
        <Button kind="primary" type="submit">{shared.save}</Button>
        <Button onClick={cancel}>{shared.cancel}</Button>
      </div>
    </Form>
  );
}
