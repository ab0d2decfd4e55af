// The columns of words at the side: for each class a box to type in, the words that are asked, and those taught.
import { useState } from "preact/hooks";
import { number } from "../../numbers";
import { panel } from "../../shell/open_panel";
import { taught } from "../../state/lessons/lessons";
import { project, study, tint } from "../../state/session";
import { say } from "../../strings";
import { toggleNotAReason, toggleWord } from "../lessons/actions";
import { questions } from "../queue/batch";
import { CommonWords } from "./common_words";
import { chosenClasses, type Column, columns, shownClasses } from "./columns";
import { inNoDocument } from "./lexicon";
import { otherWords, passing } from "./other_words";
import { ClassPicker } from "../lazy_panes";
import { shows } from "./pointed_term";
import { ReservedRoom } from "../document/reserved_room";
import { WordBox } from "./word_box";
import { focusBox, takeBack, walk } from "./word_keys";

export function Words() {
  const [picking, setPicking] = useState(false);
  const all = project.value?.classes ?? [];
  const any = questions.value?.any ?? [];
  if (study.value && study.value.condition !== "dual") return null;
  return (
    <aside class="words" id="words" aria-label={say.words.title} onKeyDown={walk}>
      <h2 class="visually-hidden">{say.words.title}</h2>
      <div class="words-head">
        <b aria-hidden="true">{say.words.title}</b>
        <button type="button" class="button" onClick={() => (panel.value = null)}>
          {say.words.done}
        </button>
      </div>
      {all.length > shownClasses.value.length && (
        <button type="button" class="button other-class" onClick={() => setPicking(true)}>
          {say.words.otherClass(number(all.length))}
        </button>
      )}
      <div class="word-columns">
        {columns.value.map((column, at) => (
          <WordColumn key={column.name} column={column} at={at} />
        ))}
      </div>
      {any.length > 0 && <CommonWords />}
      {!study.value && (any.length > 0 || columns.value.some(({ asked }) => asked.length > 0)) && (
        <button type="button" class="button other-words" title={say.words.othersTitle} aria-disabled={passing.value} onClick={() => void otherWords()}>
          {say.words.others}
        </button>
      )}
      {picking && (
        <ClassPicker
          title={say.words.whichClass}
          onClose={() => setPicking(false)}
          choose={(name) => {
            chosenClasses.value = [name, ...chosenClasses.peek().filter((other) => other !== name)].slice(0, 2);
            requestAnimationFrame(() => focusBox(name));
          }}
        />
      )}
    </aside>
  );
}

/** One class: Tab goes from box to box, the arrow keys from a box to its words and among them. */
function WordColumn({ column: { name, asked, taught, mine, theirs, isRest, isFirst }, at }: { column: Column; at: number }) {
  const count = say.words.count(mine, theirs);
  return (
    <section class={`column ${tint(name)}`} aria-label={say.words.of(name)} data-class={name}>
      <h3 class="named" dir="auto">
        {name}
      </h3>
      <p class="tally-line">
        <ReservedRoom longest={isRest ? say.words.rest : isFirst ? say.words.first : say.words.count(88, 0)}>
          <span>{isRest && !mine && !theirs ? say.words.rest : isFirst && !mine ? say.words.first : count}</span>
        </ReservedRoom>
      </p>
      <WordBox name={name} at={at} />
      {asked.length > 0 && (
        <>
          <p class="over">{say.words.ask}</p>
          <ul>
            {asked.map(({ term, documents, why }) => (
              <AskedRow key={term} name={name} term={term} documents={documents} why={why} />
            ))}
          </ul>
        </>
      )}
      {taught.length > 0 && (
        <>
          <p class="over">{say.words.said}</p>
          <ul class="said">
            {taught.map((term) => (
              <li key={term}>
                <button
                  type="button"
                  class="word pressed"
                  tabIndex={-1}
                  {...shows(term)}
                  onClick={(event) => takeBack(event.currentTarget, term, name)}
                >
                  <span class="visually-hidden">{say.words.takeBack} </span>
                  <span dir="auto">
                    {term}
                    {inNoDocument.value.has(term) && <span class="nowhere">{say.words.nowhere}</span>}
                  </span>
                  <span aria-hidden="true">×</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function AskedRow({ name, term, documents, why }: { name: string; term: string; documents: number; why: string }) {
  const { counted } = taught.value;
  const pressed = counted.word(term, name) !== null;
  const here = counted.notAReason(term) === null && counted.notAReason(term, name) !== null ? name : null;
  const rejected = here !== null || counted.notAReason(term) !== null;
  return (
    <li class={rejected ? "rejected" : ""}>
      <button
        type="button"
        class={`word ${pressed ? "pressed" : ""}`}
        tabIndex={-1}
        aria-pressed={pressed}
        title={why}
        {...shows(term)}
        onClick={(event) => toggleWord(term, event.shiftKey ? shownClasses.peek() : [name])}
      >
        <span dir="auto">{term}</span>
        <span class="count">
          {pressed ? "✓" : number(documents)}
          <span class="visually-hidden">{pressed ? "" : ` ${say.words.documents(documents)}`}</span>
        </span>
      </button>
      <button type="button" class="reject" tabIndex={-1} aria-pressed={rejected} aria-label={say.words.reject(term)} title={say.words.rejectTitle} onClick={() => toggleNotAReason(term, here)}>
        {rejected ? "↺" : "×"}
      </button>
    </li>
  );
}
