// The queue at the side: the documents of the batch and why each is there.
import { number } from "../../numbers";
import { conflicts } from "../../state/connection";
import { taught } from "../../state/lessons/lessons";
import { tileOf } from "../../shell/class_chip";
import { project, study, tint } from "../../state/session";
import { say } from "../../strings";
import { goTo, isMeasuring, place, type Row, rows } from "./batch";


export function Queue() {
  const done = rows.value.filter(({ id }) => taught.value.counted.answer(id) !== null).length;
  return (
    <nav class="queue" aria-label={say.queue.title}>
      <h2 class="visually-hidden">{say.queue.title}</h2>
      <p class="over visually-hidden">{say.queue.done(number(done), number(rows.value.length))}</p>
      <ol>
        {rows.value.map((row, at) => (
          <QueueRow key={row.id} row={row} at={at} />
        ))}
      </ol>
      <p class="asked-why faint small cut">{isMeasuring.value ? say.measure.on : whyAsked(rows.value[place.value])}</p>
    </nav>
  );
}

/** Why a document is asked; which classes the model hesitates between is told only where its guess may be seen before the answer. */
function whyAsked(row: Row | undefined): string | undefined {
  const isTold = project.value?.settings.guess === "before" && !study.value;
  return row?.reason === "unsure" && !isTold ? say.queue.unsure : row?.why;
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
        class={answer ? "done" : ""}
        aria-current={at === place.value ? "true" : undefined}
        title={`${firstWords(row.text)}\n${say.reasons[row.reason]}`}
        onClick={() => goTo(at)}
      >
        <span class={`tile ${name === null ? "" : tint(name)}`} aria-hidden="true">
          {name !== null ? tileOf(name) : answer ? "–" : at + 1}
        </span>
        <span class="visually-hidden">
          {firstWords(row.text)}{" "}
          {answered || say.reasons[row.reason]} {conflicts.value[row.id] && say.conflict.chip} {counted.flags(row.id).at(-1) && say.flag.flagged}
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
