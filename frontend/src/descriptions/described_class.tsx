// What is written of a class: each sentence with what it does, and the words of the class's name that count.
import type { ComponentChildren } from "preact";
import { useAnswer } from "../api/answer";
import { within } from "../api/client";
import type { ClassDescription, DescribedSentence, NameWord } from "../api/schema";
import { isMachine } from "../state/own_names";
import { project } from "../state/session";
import { say } from "./strings";

/** What everybody wrote of the open project's classes, and the words of their names that count. */
export function useDescriptions() {
  const name = project.value?.name;
  const written = useAnswer<ClassDescription[]>(name === undefined ? null : within(name, "descriptions"));
  const names = useAnswer<NameWord[]>(name === undefined ? null : within(name, "name-words"));
  const classes = (project.value?.classes ?? []).map((each) => ({
    name: each,
    written: (written.value ?? []).filter((description) => description.class === each),
    own: (names.value ?? []).filter((word) => word.class === each),
  }));
  const again = () => {
    written.again();
    names.again();
  };
  return { answer: written, classes, again };
}

interface Props {
  name: string;
  written: ClassDescription[];
  own: NameWord[];
  /** What can be done about it. */
  children?: ComponentChildren;
}

export function DescribedClass({ name, written, own, children }: Props) {
  return (
    <div class="described">
      <h3 dir="auto">{name}</h3>
      {written.map(({ lesson, teacher, sentences }) => (
        <div key={lesson}>
          {(written.length > 1 || isMachine(teacher)) && <p class="faint small">{say.by(teacher)}</p>}
          <ul class="bullets">
            {sentences.map((sentence, at) => (
              <Sentence key={at} sentence={sentence} />
            ))}
          </ul>
        </div>
      ))}
      {!written.length && <p class="faint">{say.none}</p>}
      {own.length > 0 && (
        <p class="faint small">
          {say.name}{" "}
          {own.map(({ term, documents }) => (
            <span key={term} class="chip" dir="auto" title={say.documents(documents)}>
              {term}
            </span>
          ))}
        </p>
      )}
      {children}
    </div>
  );
}

function Sentence({ sentence: { text, excluded, terms } }: { sentence: DescribedSentence }) {
  const words = terms.filter(({ use }) => use === "word");
  const silent = terms.filter(({ use }) => use !== "word");
  return (
    <li>
      <p dir="auto">{excluded ? <s>{text}</s> : text}</p>
      <div class="faint small">
        {excluded ? (
          say.excluded
        ) : (
          <>
            {words.length ? (
              <>
                {say.words}{" "}
                {words.map(({ term, strength, documents }) => (
                  <span key={term} class="chip" title={say.documents(documents)}>
                    {term} {say.strength(strength)}
                  </span>
                ))}
              </>
            ) : (
              say.noWords
            )}
            {silent.length > 0 && (
              <details>
                <summary>{say.silent(silent.length)}</summary>
                {silent.map(({ term, use }) => (
                  <span key={term} class="chip">
                    {term}: {say.uses[use as keyof typeof say.uses]}
                  </span>
                ))}
              </details>
            )}
          </>
        )}
      </div>
    </li>
  );
}
