// The queue at the side: the documents of the batch and why each is there.
import { number } from "../../numbers";
import { conflicts } from "../../state/connection";
import { taught } from "../../state/lessons/lessons";
import { project, tint } from "../../state/session";
import { say } from "../../strings";
import { goTo, isMeasuring, place, type Row, rows } from "./batch";
import { surprises } from "../guess/surprises";
import { SurpriseList } from "../lazy_panes";
import { NextStep } from "./next_step";

export function Queue() {
  const done = rows.value.filter(({ id }) => taught.value.counted.answer(id) !== null).length;
  return (
    <nav class="queue" aria-label={say.queue.title}>
      <h2 class="visually-hidden">{say.queue.title}</h2>
      {isMeasuring.value ? <p class="next-kind">{say.measure.on}</p> : <NextStep />}
      <p class="over">{say.queue.done(number(done), number(rows.value.length))}</p>
      <ol>
        {rows.value.map((row, at) => (
          <QueueRow key={row.id} row={row} at={at} />
        ))}
      </ol>
      {surprises.value.length > 0 && <SurpriseList />}
    </nav>
  );
}

function QueueRow({ row, at }: { row: Row; at: number }) {
  const { counted } = taught.value;
  const answer = counted.answer(row.id);
  const name = counted.label(row.id);
  const not = (project.value?.classes ?? []).filter((each) => counted.exclusion(row.id, each) !== null);
  const answered = answer === null ? not.map(say.exclude.not).join(", ") : name === null ? say.queue.skipped : name;
  return (
    <li>
      <button
        type="button"
        class={`${answer ? "done" : ""} ${name === null ? "" : tint(name)}`}
        aria-current={at === place.value ? "true" : undefined}
        title={row.why}
        onClick={() => goTo(at)}
      >
        <span class="first" dir="auto">
          {answer && <span aria-hidden="true">{name === null ? "– " : "✓ "}</span>}
          {firstWords(row.text)}
        </span>
        <span class="row-chips">
          {answered ? <span class={`chip ${name === null ? "" : "class-chip"}`}>{answered}</span> : <span class="chip">{say.reasons[row.reason]}</span>}
          {conflicts.value[row.id] && <span class="chip differs-chip">≠ {say.conflict.chip}</span>}
          {counted.flags(row.id).at(-1) && <span class="chip">⚑ {say.flag.flagged}</span>}
        </span>
      </button>
    </li>
  );
}

/** The beginning of a text in one line. */
export function firstWords(text: string): string {
  const line = text.slice(0, 400).replace(/\s+/g, " ").trim();
  return line.length > 64 ? `${line.slice(0, line.lastIndexOf(" ", 60) > 20 ? line.lastIndexOf(" ", 60) : 60)}…` : line || say.text.blank;
}
