// Words of no class in particular, each with a button for every class.
import { useState } from "preact/hooks";
import { number } from "../../numbers";
import { taught } from "../../state/lessons/lessons";
import { classKeys, project, tint } from "../../state/session";
import { say } from "../../strings";
import { toggleNotAReason, toggleWord } from "../lessons/actions";
import { questions } from "../queue/batch";
import { ClassPicker } from "../lazy_panes";
import { shows } from "./pointed_term";
import { walk } from "./word_keys";

/** Words of no class in particular: frequent ones before there is a model. Tab comes to the first, the arrow keys to the others. */
export function CommonWords() {
  const { counted } = taught.value;
  const [picking, setPicking] = useState<string | null>(null);
  const all = project.value?.classes ?? [];
  const classes = all.filter((name) => classKeys.value.has(name));
  return (
    <section class="any" aria-label={say.words.any} onKeyDown={walk}>
      <p class="faint small">{say.words.any}</p>
      <ul>
        {(questions.value?.any ?? []).map(({ term, documents }, at) => (
          <li key={term} class={counted.notAReason(term) === null ? "" : "rejected"}>
            <span class="term" {...shows(term)}>
              <span dir="auto">{term}</span> <span class="count">{number(documents)}</span>
            </span>
            <span class="for">
              {classes.map((name, of) => (
                <button
                  type="button"
                  key={name}
                  class={`word mini ${tint(name)} ${counted.word(term, name) === null ? "" : "pressed"}`}
                  tabIndex={at || of ? -1 : 0}
                  aria-pressed={counted.word(term, name) !== null}
                  aria-label={`${classKeys.value.get(name) ?? ""} ${say.words.speaks(term, name)}`.trim()}
                  title={name}
                  {...shows(term)}
                  onClick={(event) => toggleWord(term, event.shiftKey ? all : [name])}
                >
                  {classKeys.value.get(name)}
                </button>
              ))}
              {all.length > classes.length && (
                <button type="button" class="mini-more" aria-label={say.words.another(term)} title={say.words.another(term)} onClick={() => setPicking(term)}>
                  …
                </button>
              )}
              <button type="button" class="reject" tabIndex={-1} aria-pressed={counted.notAReason(term) !== null} aria-label={say.words.reject(term)} title={say.words.rejectTitle} onClick={() => toggleNotAReason(term)}>
                ⊘
              </button>
            </span>
          </li>
        ))}
      </ul>
      {picking !== null && <ClassPicker title={say.words.speaksForWhich(picking)} onClose={() => setPicking(null)} choose={(name) => toggleWord(picking, [name])} />}
    </section>
  );
}
