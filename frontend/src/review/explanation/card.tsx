// The explanation card: the reason, other reasons, how the lead falls, how to correct it, and what to do about it.
import type { DocumentDetails, ExplainedDocument } from "../../api/schema";
import { API, query, within } from "../../api/client";
import { Steps } from "../../charts/steps";
import { named, Select } from "../../forms/select";
import { decimal, percent } from "../../numbers";
import { ClassChip } from "../../shell/class_chip";
import { KeyCap } from "../../shell/key_cap";
import { address } from "../../state/route";
import { project } from "../../state/session";
import { Correction } from "./correction";
import { LessonButton } from "./lesson_button";
import { reasonOf, type Display } from "../document/display";
import { Probabilities } from "../document/probabilities";
import { say } from "../strings";
import { WhyNot } from "./why_not";
import { Button, LinkButton } from "../../forms/button";

interface Props {
  explanation: ExplainedDocument;
  document: DocumentDetails;
  label: string | null;
  display: Display;
  change: (change: (before: Display) => Display) => void;
  /** The class that the reason should lead to; empty for any. */
  target: string;
  setTarget: (name: string) => void;
  relabel: (name: string) => void;
  addressOf: (id: string) => string;
}

export function ExplanationCard({ explanation, document, label, display, change, target, setTarget, relabel, addressOf }: Props) {
  const { class: name, probabilities, why_not } = explanation;
  return (
    <>
      <section class="card-part">
        <h2>{say.card.title}</h2>
        <p class="says">
          {say.card.says} <ClassChip name={name} thought /> <b>{percent(probabilities[name] ?? 0)}</b> <span class="faint small">{say.card.model(explanation.model)}</span>
        </p>
        <Probabilities of={probabilities} />
        {explanation.kind !== "rule" && <Target own={name} target={target} choose={setTarget} />}
        <Reason explanation={explanation} display={display} change={change} target={target} />
      </section>
      <Correction explanation={explanation} document={document} label={label} relabel={relabel} />
      {why_not.map((advice) => (
        <WhyNot key={advice.case} advice={advice} document={document.id} addressOf={addressOf} />
      ))}
    </>
  );
}

/** "Why not …?": reasons that would lead to one class rather than to any. */
function Target({ own, target, choose }: { own: string; target: string; choose: (name: string) => void }) {
  const others = (project.value?.classes ?? []).filter((name) => name !== own);
  if (others.length < 2) return null;
  return <Select label={say.card.whyNot} value={target} options={[["", say.card.anyOther], ...named(others)]} choose={choose} />;
}

type ReasonProps = Pick<Props, "explanation" | "display" | "change">;

function Reason({ explanation, display, change, target }: ReasonProps & Pick<Props, "target">) {
  if (explanation.kind === "rule") return <RuleReason explanation={explanation} />;
  if (explanation.kind === "none") return target ? <p>{explanation.sentence}</p> : null; // else the advice below says why there is none
  const { words, to } = reasonOf(explanation, display);
  return (
    <>
      <p class="label">{say.card.because}</p>
      <ul class="reasons">
        {words.map((term) => (
          <li key={term}>
            <span class="reason" dir="auto">
              {term}
            </span>
            <LessonButton
              lesson={{ kind: "not_a_reason", term, class: explanation.class }}
              name={say.card.notAReasonOf(term, explanation.class)}
            >
              {say.card.notAReason}
            </LessonButton>
          </li>
        ))}
      </ul>
      <p>
        {say.card.words(words.length, to ?? "")}
        {explanation.status !== "minimum" && <span class="faint"> {say.card.notSure}</span>}
      </p>
      <Button aria-pressed={display.faded} onClick={() => change((before) => ({ ...before, faded: !before.faded }))}>{say.card.preview} <KeyCap id="review.preview" of="e" /></Button>
      {explanation.sets.length > 1 && (
        <details>
          <summary>{say.card.others(explanation.sets.length - 1)}</summary>
          <Alternatives explanation={explanation} display={display} change={change} />
        </details>
      )}
      <Fall explanation={explanation} />
    </>
  );
}

function RuleReason({ explanation: { rule } }: { explanation: ExplainedDocument }) {
  return (
    <>
      <p class="label">{say.card.rule}</p>
      <p dir="auto">{rule?.text}</p>
      {rule?.example && (
        <a class="link" href={address("review", ["predictions", rule.example])}>
          {say.card.example(rule.example)}
        </a>
      )}
    </>
  );
}

function Alternatives({ explanation: { sets }, display, change }: ReasonProps) {
  return (
    <fieldset class="alternatives">
      <legend class="label">{say.card.alternatives}</legend>
      {sets.map(({ words, to }, at) => (
        <label key={words.join(" ")} class="tick">
          <input type="radio" name="reason" checked={at === display.set} onChange={() => change((before) => ({ ...before, set: at }))} />
          <span dir="auto">{say.card.alternative(words, to)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** How far the class leads while the words of the first reason are removed one by one. */
function Fall({ explanation: { curve, words } }: { explanation: ExplainedDocument }) {
  if (curve.length < 3) return null;
  return (
    <details>
      <summary>{say.card.curve}</summary>
      <figure class="stack">
        <Steps name={say.card.curveOf(curve.map((value) => decimal(value, 2)))} values={curve} turn={0} />
        <figcaption class="faint small">{say.card.curveHint(words)}</figcaption>
      </figure>
    </details>
  );
}

/** The explanation as a page to send to somebody. */
export function SavedPage({ document, model }: { document: string; model: number }) {
  const page = `${API}${within(project.value?.name ?? "", "documents", document, "explanation.html")}${query({ model })}`;
  return (
    <LinkButton href={page} download={`why-${document}.html`} title={say.card.shareHint}>{say.card.saveIt}</LinkButton>
  );
}
