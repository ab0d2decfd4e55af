// Lines above the text: what is asked of the person here. They keep their height.
import type { ComponentChildren } from "preact";
import { listed } from "../../numbers";
import { taught } from "../../state/lessons/lessons";
import { address } from "../../state/route";
import { project, study } from "../../state/session";
import { say } from "../../strings";
import { questions, type Row, rows } from "../queue/batch";
import { passages } from "./passages";
import { keepSuggestions, suggestions } from "./suggested_passages";

const ENOUGH = 2;

/** What is asked: as high as it is at its longest, so that the text never moves under the person's hand. */
export function Requests({ document }: { document: Row }) {
  const cold = questions.value?.cold;
  const needs = cold?.needs.filter((name) => project.value?.classes.includes(name) && !isTaught(name)) ?? [];
  const marked = passages.value.length;
  const suggests = questions.value?.model && !study.value;
  return (
    <div class="remarks">
      {cold && (cold.needs.length > 0 || !questions.value?.unread) && (
        <p class="remark">
          <ReservedRoom longest={say.cold(needed(cold.needs))}>{needs.length ? say.cold(needed(needs)) : say.warm}</ReservedRoom>
          {!study.value && (
            <a class={`button small primary ${needs.length ? "" : "reserved"}`} href={address("teach", ["words", ...needs.slice(0, 1)])}>
              {say.giveWords}
            </a>
          )}
        </p>
      )}
      {document.highlight && (
        <p class="remark wish">
          <ReservedRoom longest={say.highlight.please}>{marked < ENOUGH ? say.highlight.please : say.highlight.enough(marked)}</ReservedRoom>
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

/** Whether a class got a word, or a label in this batch. */
function isTaught(name: string): boolean {
  const { counted } = taught.value;
  return counted.wordsOf(name).length > 0 || rows.value.some(({ id }) => counted.label(id) === name);
}

function needed(names: string[]): string {
  return names.length > 4 ? say.classes.count(names.length) : listed(names);
}

/** A sentence that takes the room of the longest that may stand in its place: what is below it never moves. */
function ReservedRoom({ longest, children }: { longest: string; children: ComponentChildren }) {
  return (
    <span class="steady" data-longest={longest}>
      <span>{children}</span>
    </span>
  );
}
