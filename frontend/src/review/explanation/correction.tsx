// Correcting the model: the right class, and one thing that tells this document from the one it was taken for.
import { useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { query, within } from "../../api/client";
import type { Comparison, DocumentDetails, ExplainedDocument } from "../../api/schema";
import { Button } from "../../forms/button";
import { TextField } from "../../forms/field";
import { Form } from "../../forms/form";
import { named, Select } from "../../forms/select";
import { announce } from "../../shell/announce";
import { KeyCap } from "../../shell/key_cap";
import { dispatch, taught } from "../../state/lessons/lessons";
import { classKeys, mayOwn, mayTeach, project, tint } from "../../state/session";
import { occurrences } from "../../text/places";
import { ClassChip } from "../../shell/class_chip";
import { say } from "../strings";

const BUTTONS = 9;

interface Props {
  explanation: ExplainedDocument;
  document: DocumentDetails;
  label: string | null;
  relabel: (name: string) => void;
}

export function Correction({ explanation, document, label, relabel }: Props) {
  if (!mayTeach.value) return <p class="faint card-part">{say.viewer}</p>;
  const disputed = new Set(Object.values(document.labels)).size > 1;
  return (
    <section class="card-part">
      <h3>{say.correct.title}</h3>
      <p class="faint small">{disputed && mayOwn.value ? say.correct.settle : say.correct.about}</p>
      <Classes chosen={label} choose={relabel} />
      {label !== null && label !== explanation.class && <DistinctionQuestion document={document} label={label} model={explanation.model} />}
    </section>
  );
}

function Classes({ chosen, choose }: { chosen: string | null; choose: (name: string) => void }) {
  const classes = project.value?.classes ?? [];
  if (classes.length > BUTTONS) {
    return <Select label={say.correct.title} value={chosen ?? ""} options={named(["", ...classes])} choose={(name) => name && choose(name)} />;
  }
  return (
    <div class="buttons">
      {classes.map((name) => (
        <button
          key={name}
          class={`button class-button ${tint(name)}`}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => choose(name)}
        >
          <KeyCap id={`review.class.${classKeys.value.get(name)}`} of={classKeys.value.get(name) ?? ""} /> <span class="visually-hidden">{say.correct.label} </span>
          <span dir="auto">{name}</span>
        </button>
      ))}
    </div>
  );
}

/** The document that this one was taken for, and the features that only one of the two has. */
function DistinctionQuestion({ document, label, model }: { document: DocumentDetails; label: string; model: number }) {
  const { value } = useAnswer<Comparison>(within(project.value?.name ?? "", "documents", document.id, "compare") + query({ class: label, model }));
  const [typed, setTyped] = useState("");
  const [distinction, setDistinction] = useState<{ id: string; term: string; present: boolean } | null>(null);
  const [unfit, setUnfit] = useState("");
  const similar = value?.similar;
  if (!value || !similar || similar.id === document.id) return null;
  const give = (term: string, present: boolean) => {
    const [id = ""] = dispatch({ kind: "distinction", document: document.id, class: label, versus: similar.id, term, present });
    setDistinction({ id, term, present });
    announce(say.correct.given(term, present));
  };
  /** A typed word has to be in one of the two texts only. */
  const giveTyped = (term: string) => {
    const [here, there] = [document.text, similar.text].map((text) => occurrences(text, term, 1).length > 0);
    if (here === there) setUnfit(here ? say.correct.both(term) : say.correct.neither(term));
    else give(term, here === true);
  };
  return (
    <div class="apart stack">
      <p class="label">{say.correct.like(similar.id)}</p>
      <p class="box small" dir="auto">
        {similar.label !== null && <ClassChip name={similar.label} />} {similar.text.slice(0, 280)}
        {similar.text.length > 280 && "…"}
      </p>
      <p class="label">{say.correct.apart}</p>
      {distinction && taught.value.counted.counts(distinction.id) ? (
        <p class="row">
          <span role="status">{say.correct.given(distinction.term, distinction.present)}</span>
          <Button onClick={() => dispatch({ kind: "retract", lesson: distinction.id })}>{say.correct.undo}</Button>
        </p>
      ) : (
        <>
          <ul class="chips buttons">
            {value.features.map(({ term, present }) => (
              <li key={`${term} ${present}`}>
                <button class="button small pill" type="button" onClick={() => give(term, present)}>
                  {present ? say.correct.inThis(term) : say.correct.notInThis(term)}
                </button>
              </li>
            ))}
          </ul>
          <Form class="form-row" submit={() => giveTyped(typed.trim())}>
            <TextField label={say.correct.type} value={typed} set={setTyped} />
            <Button type="submit" disabled={!typed.trim()}>{say.correct.add}</Button>
          </Form>
          {unfit && <p role="alert">{unfit}</p>}
        </>
      )}
    </div>
  );
}
