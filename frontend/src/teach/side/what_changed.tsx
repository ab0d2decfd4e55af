// What the last retrain changed: how many predictions, from what to what, because of which lessons; each can be taken back.
import { useAnswer } from "../../api/answer";
import { query, within } from "../../api/client";
import type { Changes } from "../../api/schema";
import { counted, listed, number } from "../../numbers";
import { Tile } from "../../shell/class_chip";
import { dispatch, taught } from "../../state/lessons/lessons";
import { address } from "../../state/route";
import { project } from "../../state/session";
import { say } from "../../pane_strings";
import { say as onScreen } from "../../strings";
import { before, questions } from "../queue/batch";

export function WhatChanged() {
  const since = before.value;
  const now = questions.value?.model?.number;
  const wanted = since !== null && now !== undefined && since !== now;
  const answer = useAnswer<Changes | null>(wanted ? within(project.value?.name ?? "", "review", "changes") + query({ since }) : null);
  if (!wanted || !answer.value) return null;
  const { changed, documents, moves, because, listed: some, recall } = answer.value;
  const kinds = Object.entries(because.lessons).map(([kind, n]) => counted(n, onScreen.kinds[kind as keyof typeof onScreen.kinds] ?? kind));
  const words = because.words.filter(([, , id]) => taught.value.counted.counts(id));
  return (
    <details class="what-changed">
      <summary>{say.changed.title(number(changed), number(documents))}</summary>
      <ul>
        {recall.map(({ class: name, by }) => (
          <li key={name}>
            <Tile name={name} thought />
            <span>{say.changed.found(name, Math.round(100 * Math.abs(by)), by > 0)}</span>
          </li>
        ))}
      </ul>
      {kinds.length > 0 && <p class="faint">{say.changed.because(listed(kinds))}</p>}
      <ul>
        {words.map(([term, name, id]) => (
          <li key={id}>
            {name !== null && <Tile name={name} />} <span dir="auto">{name === null ? say.changed.noReason(term) : term}</span>
            <a class="button quiet small" href={address("data", ["history"], { effect: id })} aria-label={say.changed.didOf(term)}>
              {say.changed.did}
            </a>
            <button type="button" class="button quiet small" aria-label={say.changed.takeBackOf(term)} onClick={() => dispatch({ kind: "retract", lesson: id })}>
              {say.changed.takeBack}
            </button>
          </li>
        ))}
      </ul>
      <ul>
        {moves.map(({ from, to, documents: n }) => (
          <li key={`${from} ${to}`}>
            <Tile name={from} thought /> → <Tile name={to} thought />
            <span>
              {from} → {to}
            </span>
            <span class="faint">{number(n)}</span>
          </li>
        ))}
      </ul>
      <ul>
        {some.map(({ id, snippet, to }) => (
          <li key={id}>
            <Tile name={to} thought />
            <a href={address("review", ["predictions", id])} class="snippet" dir="auto">
              {snippet}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
