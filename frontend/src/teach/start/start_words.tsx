// The start: words for every class in one place, each with its documents and three of its places, and what the model would say now.
import { useEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { within } from "../../api/client";
import type { ClassQuality, DocumentPage, ProjectNow, TaughtWord, TypedTerm } from "../../api/schema";
import { counted as countOf, listed, number, percent } from "../../numbers";
import { ClassChip, Tile } from "../../shell/class_chip";
import { KeyCap } from "../../shell/key_cap";
import { taught } from "../../state/lessons/lessons";
import { address, route } from "../../state/route";
import { project, tint } from "../../state/session";
import { parts } from "../../review/documents/found_words";
import { say } from "../../pane_strings";
import { teachWords, toggleWord } from "../lessons/actions";
import { askByNow, questions } from "../queue/batch";
import { ClassTable, Expected, GOAL, GoalReached } from "../side/expected";
import { CommonWords } from "../words/common_words";
import { writtenAs } from "../words/lexicon";
import { Button } from "../../forms/button";
import { Form } from "../../forms/form";

const PAUSE = 200; // milliseconds after the last letter
const OFFERED = 4;
const SAMPLE = 8;
const ENOUGH_WORDS = 25; // for a class: what it needs then are labels
const BETWEEN = /[,;\n\r\t]+/; // what stands between the words of a list

export function StartWords() {
  const open = project.value;
  const name = open?.name ?? "";
  const lexicon = useAnswer<TaughtWord[]>(open ? within(name, "words") : null);
  useEffect(lexicon.again, [open?.model?.number]);
  useEffect(() => {
    const wanted = document.getElementById(`start-${route.peek().parts[1] ?? ""}`); // the class that the advice was about
    wanted?.scrollIntoView({ block: "center" });
    const box = wanted ?? document.querySelector<HTMLElement>(".start-class .field");
    if (!matchMedia("(pointer: coarse)").matches) box?.focus({ preventScroll: true }); // on a phone it would open the keyboard over the classes
  }, [open === null]);
  if (!open) return null;
  const { counted } = taught.value;
  const lines = (lexicon.value ?? []).filter(({ strength }) => strength > 0);
  const others = (each: string) => lines.filter((line) => line.class === each && counted.word(line.term, each) === null && line.by.some((who) => who !== open.teacher)).map(({ term }) => term);
  const missing = open.classes.filter((each) => each !== open.rest && !counted.wordsOf(each).length && !others(each).length);
  const least = missing[0] ?? leastFound(open);
  const documents = new Map(lexicon.value?.map((line) => [line.term, line.documents]));
  return (
    <div class="start-words">
      <section>
        <ol class="start-steps" aria-hidden="true">
          {say.start.steps.map((step, at) => (
            <li key={step} class={at === 1 ? "now" : ""}>
              {at + 1} {step}
            </li>
          ))}
        </ol>
        <h1>{say.start.title}</h1>
        <p class="faint">{say.start.about(open.rest)}</p>
        {open.classes.map((each) => (
          <ClassWords key={each} name={each} documents={documents} others={others(each)} quality={open.quality?.classes.find((line) => line.name === each)} />
        ))}
        {Boolean(questions.value?.any.length) && <CommonWords />}
      </section>
      <aside class="start-sample" aria-label={say.side.accuracy}>
        <Meter />
        <p class="buttons start-next">
          {least !== undefined && (
            <Button kind="primary" onClick={() => document.getElementById(`start-${least}`)?.focus()}>
              {say.start.wordsFor(least)}
            </Button>
          )}
          <a class={`button ${least === undefined ? "primary" : ""}`} href={address("teach")} onClick={askByNow}>
            {say.start.begin}
          </a>
        </p>
        {missing.length > 0 ? (
          <p class="missing-words">{say.start.missing(listed(missing), missing.length)}</p>
        ) : (
          least !== undefined && <p class="faint small">{say.start.least(least)}</p>
        )}
        <GoalReached quality={open.quality} />
        <ClassTable quality={open.quality} />
        <Sample />
      </aside>
    </div>
  );
}

/** The class of which least is found, as long as words for it are worth more than labels. */
function leastFound({ quality, rest }: ProjectNow): string | undefined {
  const { counted } = taught.value;
  const lines = (quality?.classes ?? []).filter(({ name, recall }) => name !== rest && recall.value < GOAL && counted.wordsOf(name).length < ENOUGH_WORDS);
  return lines.sort((a, b) => a.recall.value - b.recall.value)[0]?.name;
}

/** How good the model is expected to be by now, and what the last word changed. */
function Meter() {
  const open = project.value;
  const model = open?.model?.number;
  const now = open?.quality?.accuracy.value;
  const words = (open?.classes ?? []).flatMap((name) => taught.value.counted.wordsOf(name));
  const last = useRef({ model, value: now, words });
  const [change, setChange] = useState("");
  useEffect(() => {
    const before = last.current;
    if (model === before.model) return;
    const points = before.value === undefined || now === undefined ? 0 : Math.round((now - before.value) * 100);
    const added = words.filter((term) => !before.words.includes(term));
    setChange(points && added.length ? say.start.with(points, listed(added.slice(0, 3))) : "");
    last.current = { model, value: now, words };
  }, [model]);
  return (
    <section class="start-meter">
      <h2>{say.side.accuracy}</h2>
      <Expected quality={open?.quality ?? null} />
      <p class="small" role="status">
        {change && <b class={change.startsWith("+") ? "good" : ""}>{change}</b>}
      </p>
    </section>
  );
}

/** A class: its words, a box that takes one word or a pasted list, and what is worth knowing of the word that is being typed. */
function ClassWords({ name, documents, others, quality }: { name: string; documents: Map<string, number>; others: string[]; quality: ClassQuality | undefined }) {
  const [typed, setTyped] = useState("");
  const [seen, setSeen] = useState<TypedTerm | null>(null);
  const [note, setNote] = useState<{ taken: string; refused: string[] }>({ taken: "", refused: [] });
  const { counted } = taught.value;
  const words = counted.wordsOf(name);
  const offered = (questions.value?.words[name] ?? []).filter(({ term }) => counted.word(term, name) === null).slice(0, OFFERED);
  useEffect(() => {
    setSeen(null);
    const text = typed.trim();
    if (!text || BETWEEN.test(text)) return;
    const timer = setTimeout(() => void writtenAs(text).then((answer) => setSeen(answer)), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);

  async function add(text: string): Promise<void> {
    setTyped(""); // at once: who types on while the server looks the word up loses no letter
    const parts = [...new Set(text.split(BETWEEN).map((part) => part.trim()).filter(Boolean))];
    const refused: string[] = [];
    const changed: string[] = []; // what is taken, but not as it was written
    const taken: string[] = [];
    let there = 0;
    const answers = await Promise.all(parts.map(writtenAs)); // a pasted list is looked up at once
    const unanswered = parts.filter((_, at) => !answers[at]);
    for (const [at, part] of parts.entries()) {
      const answer = answers[at];
      if (!answer) continue;
      if (!answer.term) refused.push(answer.why || part);
      else if (answer.advice) refused.push(say.start.refused(answer.term, answer.advice));
      else if (!answer.found) refused.push(say.start.nowhere(answer.term));
      else if (taught.peek().counted.word(answer.term, name) !== null || taken.includes(answer.term)) there += 1;
      else {
        taken.push(answer.term);
        if (answer.term !== part.toLowerCase().replace(/\s+/g, " ")) changed.push(say.start.readAs(part, answer.term));
      }
    }
    if (taken.length) teachWords(taken, name);
    setNote({ taken: parts.length > 1 ? say.start.pasted(parts.length, taken.length, there) : "", refused: [...changed, ...refused, ...(unanswered.length ? [say.start.unanswered] : [])] });
    if (unanswered.length) setTyped((since) => [...unanswered, since].filter(Boolean).join(", "));
    if (refused.length && parts.length === 1) setTyped((since) => since || text);
  }

  const isRest = name === project.value?.rest;
  const lost = quality ? Math.round(quality.documents.value * (1 - quality.recall.value)) : 0;
  const points = Math.round((100 * lost) / Math.max(project.value?.documents ?? 1, 1));
  return (
    <section class={`start-class ${tint(name)}`} aria-label={name}>
      <ClassChip name={name} />
      <div class="stack">
        {words.length + others.length > 0 && (
          <ul class="said buttons">
            {words.map((term) => (
              <li key={term}>
                <button type="button" class="word pressed" aria-label={say.start.takeBack(term)} onClick={() => toggleWord(term, [name])}>
                  <span dir="auto">{term}</span>
                  {documents.has(term) && <span class="reach">{number(documents.get(term) ?? 0)}</span>}
                  <span aria-hidden="true">×</span>
                </button>
              </li>
            ))}
            {others.map((term) => (
              <li key={term} class="word pressed" title={say.start.colleagues}>
                <span dir="auto">{term}</span> <span class="reach">{number(documents.get(term) ?? 0)}</span>
              </li>
            ))}
          </ul>
        )}
        {isRest ? (
          <p class="faint">{say.start.rest}</p>
        ) : (
          <Form submit={() => typed.trim() && void add(typed)}>
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
                setNote({ taken: "", refused: [] });
              }}
              onPaste={(event) => {
                const text = event.clipboardData?.getData("text") ?? "";
                if (!BETWEEN.test(text.trim())) return;
                event.preventDefault();
                void add(text);
              }}
            />
            <Button type="submit" disabled={!typed.trim()}>{say.start.add} <KeyCap id="accept" of="enter" /></Button>
          </Form>
        )}
        <div role="status">
          {seen?.term && (
            <>
              <p class={seen.advice ? "missing-words" : "faint"}>{seen.advice || say.start.found(countOf(seen.documents, "document"))}</p>
              <ul class="in-context">
                {seen.examples.map(({ document: id, before, term, after }) => (
                  <li key={id} dir="auto">
                    {before}
                    <b class="named">{term}</b>
                    {after}
                  </li>
                ))}
              </ul>
            </>
          )}
          {note.taken && words.length > 0 && <p class="faint small">{note.taken}</p>}
          {note.refused.map((why) => (
            <p key={why} class="missing-words">
              {why}
            </p>
          ))}
        </div>
        {!isRest && !words.length && !others.length && !typed && !note.refused.length && (
          <p class="missing-words">
            <b>{say.start.none}</b>
            {lost > 0 && say.start.cost(countOf(lost, "document"), points)}
          </p>
        )}
        {offered.length > 0 && !typed && (
          <p class="fits buttons">
            <span class="faint">{say.start.fits}</span>
            {offered.map(({ term, why }) => (
              <Button kind="small" key={term} title={why} onClick={() => toggleWord(term, [name])}>{term}</Button>
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
  const classOf = new Map((open?.classes ?? []).flatMap((each) => taught.value.counted.wordsOf(each).map((term) => [term, each] as const)));
  const isTold = Boolean(open?.quality); // before that, what it says of them is anybody's guess
  return (
    <section>
      <h2>{isTold ? say.start.now : say.start.sample}</h2>
      <ul>
        {page.value?.documents.map(({ id, snippet, guess }) => (
          <li key={id}>
            {guess && isTold && <Tile name={guess.class} thought />}
            <span dir="auto">
              {parts(snippet, [...classOf.keys()]).map((part, at) => (at % 2 ? <mark key={at} class={tint(classOf.get(part.toLowerCase()) ?? "")}>{part}</mark> : part))}
            </span>
            {guess && isTold && (
              <span class="faint">
                <span class="visually-hidden">{guess.class} </span>
                {percent(guess.probabilities[guess.class] ?? 0)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
