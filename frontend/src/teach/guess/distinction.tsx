// The similar document beside this one, and the question what tells them apart.
import { useState } from "preact/hooks";
import type { Comparison } from "../../api/schema";
import { tint } from "../../state/session";
import { say } from "../../pane_strings";
import { occurrences } from "../../text/places";
import { wordFrom } from "../../text/words";
import { dispatch } from "../../state/lessons/lessons";
import { distinguish } from "../lessons/actions";
import { walkApart } from "../words/word_keys";
import { offeredFirst } from "./feature_order";
import { distinction, explanation } from "./guess_state";
import { Button } from "../../forms/button";

const AROUND = 70;
const MOST = 8;

export function DistinctionQuestion({ text, comparison: { similar, features } }: { text: string; comparison: Comparison }) {
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState("");
  if (!similar) return null;
  const taught = distinction.value;

  function type(event: Event): void {
    event.preventDefault();
    const term = typed.trim().toLowerCase();
    if (!term || !similar) return;
    const [here, there] = [occurrences(text, term, 1).length > 0, occurrences(similar.text, term, 1).length > 0];
    if (here !== there) distinguish(similar.id, { term, present: here });
    else setRefused(here ? say.apart.both(term) : say.apart.neither(term));
  }

  return (
    <div class="apart-box">
      <h3 id="apart">
        {say.apart.question}{" "}
        {taught && (
          <span class="faint">
            {say.apart.taught(taught.present ? taught.term : say.apart.notHere(taught.term))}{" "}
            <Button kind="quiet small" onClick={() => dispatch({ kind: "retract", lesson: taught.id })}>{say.apart.takeBack}</Button>
          </span>
        )}
      </h3>
      <div class="apart-chips" role="group" aria-labelledby="apart" onKeyDown={walkApart}>
        {offeredFirst(features, explanation.value?.words ?? []).slice(0, MOST).map(({ term, present }) => (
          <button
            type="button"
            key={`${present} ${term}`}
            class={`button pill ${taught?.term === term ? "chosen" : ""}`}
            aria-pressed={taught?.term === term}
            onClick={() => distinguish(similar.id, { term, present })}
          >
            {present ? term : say.apart.notHere(term)}
          </button>
        ))}
        <form onSubmit={type}>
          <input
            class="field pill"
            aria-label={say.apart.type}
            placeholder={say.apart.typeHere}
            aria-describedby="apart-refused"
            dir="auto"
            maxLength={200}
            value={typed}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              setRefused("");
            }}
          />
        </form>
      </div>
      <p id="apart-refused" class="bad small" role="status">
        {refused}
      </p>
    </div>
  );
}

/** The two texts side by side, folded. */
export function LookedLike({ text, comparison: { similar } }: { text: string; comparison: Comparison }) {
  const terms = explanation.value?.words ?? [];
  if (!similar) return null;
  return (
    <details>
      <summary>{say.apart.like(similar.id)}</summary>
      <div class="pair">
        <Part title={say.apart.this} text={text} terms={terms} />
        <Part title={say.apart.like(similar.id)} label={similar.label ?? ""} text={similar.text} terms={terms} />
      </div>
    </details>
  );
}

function Part({ title, label, text, terms }: { title: string; label?: string | null; text: string; terms: string[] }) {
  return (
    <div class="box">
      <p>
        <b>{title}</b>
        {label != null && (
          <>
            {" · "}
            <span class={`named ${tint(label)}`}>{label}</span>
          </>
        )}
      </p>
      <blockquote dir="auto">{excerpt(text, terms)}</blockquote>
    </div>
  );
}

/** A part of the text around the first of some terms, else its beginning. */
function excerpt(text: string, terms: string[]): string {
  const first = terms.flatMap((term) => occurrences(text, term, 1)).sort((a, b) => a.start - b.start)[0];
  const from = first && first.start > AROUND ? (wordFrom(text, first.start - AROUND, true)?.start ?? 0) : 0;
  const to = Math.min(text.length, from + 2 * AROUND + 20);
  const end = to < text.length ? (wordFrom(text, to, false)?.end ?? to) : to;
  return `${from ? "…" : ""}${text.slice(from, end).replace(/\s+/g, " ").trim()}${end < text.length ? "…" : ""}`;
}
