// "The model was surprised 4 times": answers that differed where it was not sure, to be looked at when there is time.
import { percent } from "../../numbers";
import { tint } from "../../state/session";
import { taught } from "../../state/lessons/lessons";
import { say } from "../../pane_strings";
import { lookAtSurprise, surprises } from "./surprises";

export function SurpriseList() {
  const all = surprises.value;
  if (!all.length) return null;
  return (
    <details class="surprises">
      <summary>
        <b>{say.surprised.title(all.length)}</b> <span class="faint small">{say.surprised.when}</span>
      </summary>
      <ul>
        {all.toReversed().map((each) => (
          <li key={each.id}>
            <button type="button" class="button quiet" onClick={() => void lookAtSurprise(each)}>
              <span class={`chip said ${tint(taught.value.counted.label(each.id) ?? "")}`}>{taught.value.counted.label(each.id)}</span>
              <span class="snippet" dir="auto">
                {each.text}
              </span>
              <span class={`chip thought ${tint(each.guess.class)}`}>
                {say.strip.guess(each.guess.class, percent(each.guess.probabilities[each.guess.class] ?? 0))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
