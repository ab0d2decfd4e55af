// The strip under the text: what the model says, why, and how to put it right.
import { useState } from "preact/hooks";
import { ShareBar } from "../../charts/share_bar";
import { listed, percent } from "../../numbers";
import { KeyCap } from "../../shell/key_cap";
import { cap, keySettings } from "../../shell/keys";
import { taught } from "../../state/lessons/lessons";
import { tint } from "../../state/session";
import { say } from "../../pane_strings";
import { say as onScreen } from "../../strings";
import { occurrences } from "../../text/places";
import { accept, toggleNotAReason } from "../lessons/actions";
import { ClassChip } from "../../shell/class_chip";
import { DistinctionQuestion, LookedLike } from "./distinction";
import type { ExplainedDocument } from "../../api/schema";
import { goOn, modelOf, type Row } from "../queue/batch";
import { exclude } from "../lessons/exclusion";
import { label } from "../document/passages";
import { untaken } from "../lessons/second_answer";
import { comparison, explanation, guessShown, stripOpen, toggleWithout, without } from "./guess_state";
import { focusReason, walkReasons } from "../words/word_keys";
import { Button } from "../../forms/button";

const MOST_WORDS = 8;

export function GuessStrip({ document }: { document: Row }) {
  const why = explanation.value;
  const guess = why ?? document.guess;
  if (!guess || !guessShown.value) return null;
  const isAnswered = label.value !== null;
  const isNot = taught.value.counted.exclusion(document.id, guess.class) !== null;
  const { probabilities } = (without.value && why?.without) || guess;
  const share = percent(guess.probabilities[guess.class] ?? 0);
  const source = say.strip.model(why?.model ?? modelOf(document), isAnswered);
  if (!stripOpen.value && isAnswered) {
    return (
      <p class="strip line">
        {say.strip.agreed(share)} <span class="faint small">{source}</span>
      </p>
    );
  }
  return (
    <section class="strip" aria-label={say.strip.title}>
      <header>
        <h2>
          {isAnswered ? say.strip.said : say.strip.says} <ClassChip name={guess.class} thought /> <b>{share}</b>
        </h2>
        <span class="faint small">{source}</span>
      </header>
      {isAnswered && untaken.value === document.id && <p class="untaken">{onScreen.done.tooSoon(label.value ?? "", cap("escape"))}</p>}
      <GuessBar probabilities={probabilities} />
      <Reasons text={document.text} />
      {isAnswered && comparison.value?.similar && <DistinctionQuestion text={document.text} comparison={comparison.value} />}
      <footer class="strip-foot">
        {why && why.words.length > 0 && why.kind === "words" && (
          <Button kind="quiet small" onClick={focusReason}>
            {say.strip.noReason} <KeyCap id="not-a-reason" of="n" />
          </Button>
        )}
        {isAnswered && comparison.value?.similar && <LookedLike text={document.text} comparison={comparison.value} />}
        {why && why.sets.length > 1 && <OtherReasons sets={why.sets.slice(1)} />}
        {isAnswered ? (
          <Button kind="primary" onClick={goOn}>{say.strip.goOn} <KeyCap id="accept" of="enter" /></Button>
        ) : (
          <>
            <Button kind="quiet small" aria-pressed={isNot} onClick={() => exclude(guess.class)}>
              {onScreen.exclude.not(guess.class)}
            </Button>
            <Button kind="primary" onClick={accept}>{say.strip.accept} <KeyCap id="accept" of="enter" /></Button>
          </>
        )}
      </footer>
    </section>
  );
}

/** The other sets of words that would change its mind, smallest first. */
function OtherReasons({ sets }: { sets: ExplainedDocument["sets"] }) {
  return (
    <details>
      <summary>{say.strip.others(sets.length)}</summary>
      <ul>
        {sets.map(({ words, to }) => (
          <li key={words.join(" ")}>
            <span dir="auto">{words.join(", ")}</span> → <b class={`named ${tint(to)}`}>{to}</b>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The likely classes side by side. */
function GuessBar({ probabilities }: { probabilities: Record<string, number> }) {
  const likely = Object.entries(probabilities).sort((a, b) => b[1] - a[1]).slice(0, 4);
  return <ShareBar shares={likely} label={say.strip.bar(listed(likely.map(([name, share]) => `${name} ${percent(share)}`)))} />;
}

function Reasons({ text }: { text: string }) {
  const why = explanation.value;
  if (!why) return <p class="because" />;
  if (why.kind === "none") {
    const first = why.why_not[0];
    return <p class="because">{first ? `${first.sentence} ${first.what_to_do}`.trimEnd() : why.sentence}</p>;
  }
  if (why.kind === "rule" || !why.words.length) return <p class="because">{why.rule?.text ?? why.sentence}</p>;
  const words = why.words.slice(0, MOST_WORDS);
  return (
    <p class="because" onKeyDown={walkReasons}>
      {say.strip.because}{" "}
      {words.map((term, at) => (
        <span key={term}>
          {at > 0 && (at === why.words.length - 1 ? say.strip.and : ", ")}
          <ReasonWord term={term} text={text} />
        </span>
      ))}
      {why.words.length > words.length && say.strip.more(why.words.length - words.length)}
      {why.to !== null && (
        <>
          {say.strip.withoutThem(why.words.length)} <b class={`named ${tint(why.to)}`}>{why.to}</b>
          {why.without && `, ${percent(why.without.probabilities[why.to] ?? 0)}`}.
        </>
      )}{" "}
      <Button kind="small" aria-pressed={without.value} onClick={toggleWithout}>
        <span class="steady" data-longest={say.strip.putBack}>
          <span>{without.value ? say.strip.putBack : say.strip.preview}</span>
        </span>{" "}
        <KeyCap id="explanation" of="e" />
      </Button>{" "}
      {words.length > 1 && keySettings.value.on && (
        <span class="reason-keys faint small">
          {say.strip.walk} <KeyCap id="not-a-reason" of="n" /> {say.strip.again}
        </span>
      )}
    </p>
  );
}

/** A word of the explanation; pressing it says that it is no reason. */
function ReasonWord({ term, text }: { term: string; text: string }) {
  const [pointed, setPointed] = useState(false);
  const rejected = taught.value.counted.notAReason(term) !== null;
  const places = pointed ? occurrences(text, term, 99).length : 0;
  return (
    <button
      type="button"
      class={`why-word ${rejected ? "rejected" : ""}`}
      data-reason={term}
      aria-pressed={rejected}
      aria-label={say.strip.reject(term)}
      title={places ? say.strip.places(places) : say.strip.reject(term)}
      onPointerEnter={() => setPointed(true)}
      onClick={() => toggleNotAReason(term)}
    >
      {term}
    </button>
  );
}
