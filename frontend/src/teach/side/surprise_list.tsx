// "The model was surprised 4 times": answers that differed where it was not sure, to be looked at when there is time.
import { useState } from "preact/hooks";
import { percent } from "../../numbers";
import { Tile } from "../../shell/class_chip";
import { taught } from "../../state/lessons/lessons";
import { say } from "../../pane_strings";
import { lookAtSurprise, surprises } from "../guess/surprises";

const FIRST = 5; // shown at once

export function SurpriseList() {
  const all = surprises.value;
  const [most, setMost] = useState(FIRST);
  if (!all.length) return null;
  return (
    <details class="surprises" open>
      <summary>
        <b>{say.surprised.title(all.length)}</b> <span class="faint small">{say.surprised.when}</span>
      </summary>
      <ul>
        {all.toReversed().slice(0, most).map((each) => (
          <li key={each.id}>
            <button class="small" type="button" onClick={() => void lookAtSurprise(each)}>
              <Tile name={taught.value.counted.label(each.id) ?? ""} />
              <span class="cut" dir="auto">
                {each.text}
              </span>
              <Tile name={each.guess.class} thought />
              <span class="faint">{percent(each.guess.probabilities[each.guess.class] ?? 0)}</span>
              <span class="visually-hidden">{say.surprised.said(each.guess.class)}</span>
            </button>
          </li>
        ))}
      </ul>
      {all.length > most && (
        <button type="button" class="faint" onClick={() => setMost(all.length)}>
          {say.surprised.more(all.length - most)}
        </button>
      )}
    </details>
  );
}
