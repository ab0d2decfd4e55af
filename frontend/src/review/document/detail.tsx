// One document: its text with marks, and beside it why the model says what it says.
import { useEffect, useRef, useState } from "preact/hooks";
import { Answered, useAnswer } from "../../api/answer";
import { query, within } from "../../api/client";
import type { DocumentDetails, ExplainedDocument } from "../../api/schema";
import { announce } from "../../shell/announce";
import { dispatch, allSent, taught } from "../../state/lessons/lessons";
import { address } from "../../state/route";
import { mayOwn, mayTeach, project } from "../../state/session";
import { Fields } from "../../text/fields";
import { ExplanationCard, SavedPage } from "../explanation/card";
import { useKeys } from "./document_keys";
import { Erasure } from "./erasure";
import { Labels } from "./labels";
import { PLAIN, type Display } from "./display";
import { currentDocument } from "./current_document";
import { ReviewedText } from "./document_text";
import { canSearch, searchFor } from "../documents/field_filters";
import { MoreLike } from "../selection/more_like";
import { say } from "../strings";
import { WordRemoval } from "./word_removal";
import { Button } from "../../forms/button";

interface Props {
  id: string | undefined;
  /** Where a document is shown; null is the list alone. */
  addressOf: (id: string | null) => string;
  /** Ask for the list again. */
  refresh: () => void;
  /** Say what is said of the document now, for the list. */
  tell: (current: DocumentDetails) => void;
  /** Whether documents of the list can be selected. */
  selects?: boolean;
  /** Why the document is in the list. */
  why?: string | undefined;
}

/** The list of the documents with the same value of a field. */
function sameValue(name: string, value: string): string | undefined {
  return canSearch(name, value) ? address("review", ["predictions"], { q: searchFor(name, value) }) : undefined;
}

const LONGEST_WAIT = 10_000; // milliseconds for a lesson to be sent

export function Detail(props: Props) {
  const { id, selects } = props;
  if (id === undefined) {
    return (
      <section class="three-text pick">
        <p>{say.pick}</p>
        <ul class="faint">
          {[...say.hints, ...(mayTeach.value ? [say.labelHint] : []), ...(mayTeach.value && selects ? say.selectionHints : [])].map(([key, does]) => (
            <li key={key}>
              <kbd>{key}</kbd> {does}
            </li>
          ))}
        </ul>
      </section>
    );
  }
  return <Shown key={id} {...props} id={id} />;
}

function Shown({ id, addressOf, refresh, tell, why }: Props & { id: string }) {
  const open = project.value;
  const path = within(open?.name ?? "", "documents", id);
  const whole = useAnswer<DocumentDetails>(path);
  const [asked, setAsked] = useState<{ target: string; model?: number }>({ target: "" });
  const explained = useAnswer<ExplainedDocument>(`${path}/explanation${query({ most: 5, ...asked })}`);
  const [display, setDisplay] = useState<Display>(PLAIN);
  const heading = useRef<HTMLHeadingElement>(null);
  const isNewer = explained.value !== undefined && (open?.model?.number ?? 0) > explained.value.model;
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const again = () => {
    whole.again();
    if (asked.model === undefined) explained.again();
    else setAsked({ target: asked.target });
    refresh();
    setDisplay(PLAIN);
  };
  const { counted, isKnown } = taught.value;
  const label = counted.label(id) ?? (isKnown ? null : (whole.value?.labels[open?.teacher ?? ""] ?? null));
  const [settled, setSettled] = useState<{ name: string; id: string } | null>(null);
  const relabel = (name: string) => {
    const lesson = teachLabel(id, name, whole.value);
    if (lesson?.how === "settled") setSettled({ name, id: lesson.id });
  };
  const final = settled && counted.counts(settled.id) ? settled.name : null;
  const current = whole.value && currentDocument(whole.value, open?.teacher ?? "", { label, final, counts: (flag) => counted.counts(flag) });
  useEffect(() => {
    if (current) tell(current);
  }, [JSON.stringify(current && [current.labels, current.final, current.flags])]);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) void allSent(LONGEST_WAIT).then(whole.again); // what colleagues see of it, and what undo brought back
    first.current = false;
  }, [taught.value]);
  const removable = current?.flags.filter(({ teacher }) => mayOwn.value || (mayTeach.value && teacher === open?.teacher)) ?? [];
  const unflag = (flags = removable) => {
    dispatch(...flags.map((flag) => ({ kind: "retract" as const, lesson: flag.id })));
    announce(say.detail.flagRemoved);
    heading.current?.focus({ preventScroll: true });
  };
  const erased = () => {
    refresh();
    location.hash = addressOf(null);
  };
  useKeys({ back: addressOf(null), setDisplay, relabel, unflag: removable.length ? () => unflag() : null });
  return (
    <div class="pane">
      <section class="three-text" aria-labelledby="document-heading">
        <header class="document-head">
          <a class="link back" href={addressOf(null)}>
            {say.list.back}
          </a>
          <h2 id="document-heading" ref={heading} tabIndex={-1} dir="auto">
            {id}
          </h2>
          {current && <Labels document={current} removable={removable} remove={(flag) => unflag([flag])} />}
        </header>
        {why && <p class="notice small">{why}</p>}
        <Answered answer={whole}>
          {(document) => (
            <>
              <ReviewedText document={document} label={label} explanation={explained.value} display={display} change={setDisplay} />
              <WordRemoval document={document} model={explained.value?.model} display={display} change={setDisplay} />
              <Fields of={document.fields} addressOf={sameValue} />
              <div class="buttons">
                <MoreLike id={id} />
                {explained.value && <SavedPage document={id} model={explained.value.model} />}
                <Erasure id={id} done={erased} />
              </div>
            </>
          )}
        </Answered>
        {isNewer && (
          <div class="newer">
            <p class="notice row" role="status">
              {say.newer}
              <Button onClick={again}>{say.refresh}</Button>
            </p>
          </div>
        )}
      </section>
      {whole.value && (
        <aside class="three-card" aria-label={say.card.title}>
          <Answered answer={explained}>
            {(explanation) =>
              whole.value && (
                <ExplanationCard
                  explanation={explanation}
                  document={whole.value}
                  label={label}
                  display={display}
                  change={setDisplay}
                  target={asked.target}
                  setTarget={(target) => {
                    setAsked({ target, model: explanation.model });
                    setDisplay((before) => ({ ...before, set: 0 }));
                  }}
                  relabel={relabel}
                  addressOf={addressOf}
                />
              )
            }
          </Answered>
        </aside>
      )}
    </div>
  );
}

/** Label a document; where teachers differ, an owner's answer settles it. */
function teachLabel(id: string, name: string, document: DocumentDetails | undefined): { how: "labelled" | "settled"; id: string } | null {
  if (!mayTeach.peek()) return null;
  const disputed = new Set(Object.values(document?.labels ?? {})).size > 1;
  const how = disputed && mayOwn.peek() ? "settled" : "labelled";
  const [lesson = ""] = dispatch({ kind: how === "settled" ? "adjudicate" : "label", document: id, class: name });
  announce(say.correct[how](name));
  return { how, id: lesson };
}
