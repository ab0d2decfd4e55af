// The start: words for every class in one place, each with its documents and three of its places, and what the model would say now.
import { useEffect, useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { within } from "../../api/client";
import type { DocumentPage, TypedTerm } from "../../api/schema";
import { counted as countOf, listed, percent } from "../../numbers";
import { ClassChip, Tile } from "../../shell/class_chip";
import { KeyCap } from "../../shell/key_cap";
import { taught } from "../../state/lessons/lessons";
import { address } from "../../state/route";
import { project, tint } from "../../state/session";
import { say } from "../../pane_strings";
import { toggleWord } from "../lessons/actions";
import { questions } from "../queue/batch";
import { writtenAs } from "../words/lexicon";

const PAUSE = 200; // milliseconds after the last letter
const OFFERED = 4;
const SAMPLE = 8;

export function StartWords() {
  const open = project.value;
  if (!open) return null;
  const { counted } = taught.value;
  const missing = open.classes.filter((name) => name !== open.rest && !counted.wordsOf(name).length);
  const [first] = missing;
  return (
    <div class="start-words">
      <section>
        <h1>{say.start.title}</h1>
        <p class="faint">{say.start.about}</p>
        {open.classes.map((name) => (
          <ClassWords key={name} name={name} />
        ))}
        <p class="side-by-side start-next">
          {first !== undefined && (
            <button type="button" class="button primary" onClick={() => document.getElementById(`start-${first}`)?.focus()}>
              {say.start.wordsFor(first)}
            </button>
          )}
          <a class={`button ${first === undefined ? "primary" : ""}`} href={address("teach")}>
            {say.start.begin}
          </a>
          {first !== undefined && <span class="missing-words">{say.start.missing(listed(missing), missing.length)}</span>}
        </p>
      </section>
      <Sample />
    </div>
  );
}

/** A class: its words, a box that takes one word or a pasted list, and what is worth knowing of the word that is being typed. */
function ClassWords({ name }: { name: string }) {
  const [typed, setTyped] = useState("");
  const [seen, setSeen] = useState<TypedTerm | null>(null);
  const [note, setNote] = useState("");
  const { counted } = taught.value;
  const words = counted.wordsOf(name);
  const offered = (questions.value?.words[name] ?? []).filter(({ term }) => counted.word(term, name) === null).slice(0, OFFERED);
  useEffect(() => {
    setSeen(null);
    const text = typed.trim();
    if (!text || /[\s,;]/.test(text)) return;
    const timer = setTimeout(() => void writtenAs(text).then((answer) => setSeen(answer)), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);

  async function add(text: string): Promise<void> {
    const parts = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
    const refused: string[] = [];
    let taken = 0;
    for (const part of parts) {
      const answer = await writtenAs(part);
      if (!answer?.term) refused.push(answer?.why || part);
      else if (answer.advice) refused.push(`${answer.term}: ${answer.advice}`);
      else if (!answer.found) refused.push(say.start.nowhere(answer.term));
      else if (taught.peek().counted.word(answer.term, name) === null) {
        toggleWord(answer.term, [name]);
        taken += 1;
      }
    }
    setNote([...(parts.length > 1 ? [say.start.pasted(parts.length, taken)] : []), ...refused].join(" "));
    setTyped(refused.length && parts.length === 1 ? text : "");
  }

  return (
    <section class={`start-class ${tint(name)}`} aria-label={name}>
      <ClassChip name={name} />
      <div>
        {words.length > 0 && (
          <ul class="said">
            {words.map((term) => (
              <li key={term}>
                <button type="button" class="word pressed" aria-label={say.start.takeBack(term)} onClick={() => toggleWord(term, [name])}>
                  <span dir="auto">{term}</span>
                  <span aria-hidden="true">×</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {name === project.value?.rest ? (
          <p class="faint">{say.start.rest}</p>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (typed.trim()) void add(typed);
            }}
          >
            <input
              id={`start-${name}`}
              class="field"
              aria-label={say.start.box(name)}
              placeholder={say.start.here}
              dir="auto"
              autocomplete="off"
              value={typed}
              onInput={(event) => {
                setTyped(event.currentTarget.value);
                setNote("");
              }}
              onPaste={(event) => {
                const text = event.clipboardData?.getData("text") ?? "";
                if (!/[\s,;]/.test(text.trim())) return;
                event.preventDefault();
                void add(text);
              }}
            />
            <button type="submit" class="button" disabled={!typed.trim()}>
              {say.start.add} <KeyCap id="accept" of="enter" />
            </button>
          </form>
        )}
        <div role="status">
          {seen?.term && (
            <>
              <p class={seen.advice ? "missing-words" : "faint"}>{seen.advice || say.start.found(countOf(seen.documents, "document"))}</p>
              <ul class="in-context">
                {seen.examples.map(({ document: id, before, term, after }) => (
                  <li key={id} dir="auto">
                    {before} <b class="named">{term}</b> {after}
                  </li>
                ))}
              </ul>
            </>
          )}
          {note && <p class="missing-words">{note}</p>}
        </div>
        {offered.length > 0 && !typed && (
          <p class="fits">
            <span class="faint">{say.start.fits}</span>
            {offered.map(({ term, why }) => (
              <button key={term} type="button" class="button small" title={why} onClick={() => toggleWord(term, [name])}>
                {term}
              </button>
            ))}
          </p>
        )}
      </div>
    </section>
  );
}

/** Some texts, and what the model says of them by now. */
function Sample() {
  const open = project.value;
  const page = useAnswer<DocumentPage>(open ? `${within(open.name, "documents")}?limit=${SAMPLE}` : null);
  useEffect(page.again, [open?.model?.number]);
  return (
    <aside class="start-sample" aria-label={say.start.sample}>
      <h2>{open?.model ? say.start.now : say.start.sample}</h2>
      <ul>
        {page.value?.documents.map(({ id, snippet, guess }) => (
          <li key={id}>
            {guess && <Tile name={guess.class} thought />}
            <span dir="auto">{snippet}</span>
            {guess && (
              <span class="faint">
                <span class="visually-hidden">{guess.class} </span>
                {percent(guess.probabilities[guess.class] ?? 0)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </aside>
  );
}
