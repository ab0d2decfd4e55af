// Lines below the text: what was said of the document.
import { conflicts } from "../../state/connection";
import { taught } from "../../state/lessons/lessons";
import { nameOf } from "../../state/own_names";
import { project, tint } from "../../state/session";
import { say } from "../../strings";
import { unflag } from "../lessons/actions";
import type { Row } from "../queue/batch";
import { label } from "./passages";
import { Button } from "../../forms/button";

/** What was said of the document: the person's flag, and colleagues who see it differently. */
export function Remarks({ document }: { document: Row }) {
  const answers = conflicts.value[document.id];
  const flagged = taught.value.counted.flags(document.id).at(-1);
  return (
    <div class="remarks below">
      {flagged && (
        <p class="remark">
          <span>⚑ {flagged.note || say.flag.noNote}</span>
          <Button kind="quiet small" onClick={unflag}>{say.flag.remove}</Button>
        </p>
      )}
      {answers && label.value !== null && <Conflict answers={answers} />}
    </div>
  );
}

/** Two answers side by side; both are kept, and the owner may decide. */
function Conflict({ answers }: { answers: Record<string, string> }) {
  return (
    <div class="remark conflict" role="group" aria-label={say.conflict.title}>
      <b>{say.conflict.title}</b>
      <dl>
        {Object.entries(answers).map(([teacher, name]) => (
          <div key={teacher} class={tint(name)}>
            <dt>{teacher === project.value?.teacher ? say.conflict.you : nameOf(teacher)}</dt>
            <dd class="named">{name}</dd>
          </div>
        ))}
      </dl>
      <span class="faint">{say.conflict.kept}</span>
    </div>
  );
}
