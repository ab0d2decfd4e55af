// Lines around the text: above it what is asked of the person here, which keeps its height; below it what was said.
import { listed } from "../numbers";
import { conflicts } from "../state/connection";
import { taught } from "../state/outbox";
import { project, study, tint } from "../state/session";
import { say } from "../strings";
import { unflag } from "./actions";
import { questions, type Row, rows } from "./batch";
import { label, passages } from "./marked";
import { keepSuggestions, suggestions } from "./suggestions";

const ENOUGH = 2;

/** What is asked: as high as it is at its longest, so that the text never moves under the person's hand. */
export function Wishes({ document }: { document: Row }) {
  const cold = questions.value?.cold;
  const needs = cold?.needs.filter((name) => !isTaught(name)) ?? [];
  const marked = passages.value.length;
  const suggests = questions.value?.model && !study.value;
  return (
    <div class="remarks">
      {cold && (
        <p class="remark">
          <Steady now={needs.length ? say.cold(needed(needs)) : say.warm} longest={say.cold(needed(cold.needs))} />
        </p>
      )}
      {document.highlight && (
        <p class="remark wish">
          <Steady now={marked < ENOUGH ? say.highlight.please : say.highlight.enough(marked)} longest={say.highlight.please} />
          {suggests && (
            <button type="button" class={`button small ${suggestions.value.length ? "" : "reserved"}`} onClick={keepSuggestions}>
              {say.highlight.keepSuggested}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** A sentence that takes the room of the longest that may stand in its place. */
function Steady({ now, longest }: { now: string; longest: string }) {
  return (
    <span class="steady" data-longest={longest}>
      <span>{now}</span>
    </span>
  );
}

/** Whether a class got a word, or a label in this batch. */
function isTaught(name: string): boolean {
  const { picture } = taught.value;
  return picture.wordsOf(name).length > 0 || rows.value.some(({ id }) => picture.label(id) === name);
}

function needed(names: string[]): string {
  return names.length > 4 ? say.classes.count(names.length) : listed(names);
}

/** What was said of the document: the person's flag, and colleagues who see it differently. */
export function Sayings({ document }: { document: Row }) {
  const said = conflicts.value[document.id];
  const flagged = taught.value.picture.flag(document.id);
  return (
    <div class="remarks below">
      {flagged && (
        <p class="remark">
          <span>⚑ {flagged.note || say.flag.noNote}</span>
          <button type="button" class="button quiet small" onClick={unflag}>
            {say.flag.remove}
          </button>
        </p>
      )}
      {said && label.value !== null && <Conflict said={said} />}
    </div>
  );
}

/** Two answers side by side; both are kept, and the owner may decide. */
function Conflict({ said }: { said: Record<string, string> }) {
  return (
    <div class="remark conflict" role="group" aria-label={say.conflict.title}>
      <b>{say.conflict.title}</b>
      <dl>
        {Object.entries(said).map(([teacher, name]) => (
          <div key={teacher} class={tint(name)}>
            <dt>{teacher === project.value?.teacher ? say.conflict.you : teacher}</dt>
            <dd class="named">{name}</dd>
          </div>
        ))}
      </dl>
      <span class="faint">{say.conflict.kept}</span>
    </div>
  );
}
