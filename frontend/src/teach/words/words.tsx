// The words of each class: a box to type in, the words taught, and of the class that is open those that are asked.
import { number } from "../../numbers";
import { Tile } from "../../shell/class_chip";
import { panel } from "../../shell/open_panel";
import { taught } from "../../state/lessons/lessons";
import { project, study, tint } from "../../state/session";
import { say } from "../../strings";
import { toggleNotAReason, toggleWord } from "../lessons/actions";
import { questions } from "../queue/batch";
import { CommonWords } from "../lazy_panes";
import { type Column, columns, openClass, openedClass } from "./columns";
import { inNoDocument } from "./lexicon";
import { otherWords, passing } from "./other_words";
import { shows } from "./pointed_term";
import { WordBox } from "./word_box";
import { takeBack, walk } from "./word_keys";

export function Words() {
  const any = questions.value?.any ?? [];
  if (study.value && study.value.condition !== "dual") return null;
  return (
    <aside class="words" id="words" aria-label={say.words.title} onKeyDown={walk}>
      <div class="words-head">
        <h2>{say.words.title}</h2>
        <button type="button" class="button words-done" onClick={() => (panel.value = null)}>
          {say.words.done}
        </button>
      </div>
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
    </aside>
  );
}

/** One class: Tab goes from box to box and opens it, the arrow keys from a box to its words and among them. */
function WordColumn({ column: { name, asked, taught, mine, theirs, isRest, isMissing }, at }: { column: Column; at: number }) {
  const isOpen = openedClass.value === name;
  const count = isRest && !mine && !theirs ? say.words.rest : say.words.count(mine, theirs);
  return (
    <section class={`column ${tint(name)} ${isOpen ? "open" : ""}`} aria-label={say.words.of(name)} data-class={name}>
      <h3>
        <button type="button" class="class-row" tabIndex={-1} aria-expanded={isOpen} onClick={() => openClass(name)}>
          <Tile name={name} />
          <span class="class-row-name cut" dir="auto">
            {name}
          </span>
          <span class={`tally-line faint small ${isMissing && !mine ? "missing" : ""}`}>{count}</span>
        </button>
      </h3>
      <WordBox name={name} at={at} />
      {isOpen && asked.length > 0 && (
        <>
          <p class="faint small">{say.words.ask(name)}</p>
          <ul>
            {asked.map(({ term, documents, why }) => (
              <AskedRow key={term} name={name} term={term} documents={documents} why={why} />
            ))}
          </ul>
        </>
      )}
      {taught.length > 0 && (
        <ul class="said">
          {taught.map((term) => (
            <li key={term}>
              <button type="button" class="word pressed" tabIndex={-1} {...shows(term)} onClick={(event) => takeBack(event.currentTarget, term, name)}>
                <span class="visually-hidden">{say.words.takeBack} </span>
                <span dir="auto">
                  {term}
                  {inNoDocument.value.has(term) && <span class="nowhere"> {say.words.nowhere}</span>}
                </span>
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
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
        onClick={(event) => toggleWord(term, event.shiftKey ? (project.peek()?.classes ?? []) : [name])}
      >
        <span dir="auto">{term}</span>
        <span class="count">
          {pressed ? "✓" : number(documents)}
          <span class="visually-hidden">{pressed ? "" : ` ${say.words.documents(documents)}`}</span>
        </span>
      </button>
      <button type="button" class="reject" tabIndex={-1} aria-pressed={rejected} aria-label={say.words.reject(term)} title={say.words.rejectTitle} onClick={() => toggleNotAReason(term, here)}>
        {rejected ? "↺" : "⊘"}
      </button>
    </li>
  );
}
