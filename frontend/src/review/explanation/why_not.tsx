// A hyper-explanation in plain words, with the lessons that would mend it and the documents it was learned from.
import type { ComponentChildren } from "preact";
import type { WhyNotAdvice } from "../../api/schema";
import { ClassChip } from "../../shell/class_chip";
import { LessonButton } from "./lesson_button";
import { offeredBy, sentenceOf } from "./offered_lessons";
import { say } from "../strings";

const LEARNED = "3"; // the case that says what the model learned this from

interface Props {
  advice: WhyNotAdvice;
  document: string;
  addressOf: (id: string) => string;
}

export function WhyNot({ advice, document, addressOf }: Props) {
  const offered = advice.lessons.flatMap((form) => offeredBy(form) ?? []);
  return (
    <Part folded={advice.case === LEARNED} title={say.whyNot.title[advice.case]}>
      <p>{advice.sentence}</p>
      {advice.what_to_do && <p class="faint">{advice.what_to_do}</p>}
      {offered.length > 0 && (
        <ul class="chips buttons">
          {offered.map((lesson) => {
            const name = sentenceOf(lesson, document);
            return (
              <li key={name}>
                <LessonButton lesson={lesson} name={name} />
              </li>
            );
          })}
        </ul>
      )}
      {advice.neighbours.length > 0 && (
        <>
          <p class="label">{say.whyNot.neighbours}</p>
          <ul class="neighbours">
            {advice.neighbours.map(({ id, snippet, label }) => (
              <li key={id}>
                <a href={addressOf(id)}>
                  <span class="snippet" dir="auto">
                    {snippet}
                  </span>
                  <ClassChip name={label}>{say.whyNot.labelled(label)}</ClassChip>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

/** What it was learned from waits in a fold; what is amiss stands open. */
function Part({ folded, title, children }: { folded: boolean; title: string; children: ComponentChildren }) {
  if (!folded) {
    return (
      <section class="card-part">
        <h3>{title}</h3>
        {children}
      </section>
    );
  }
  return (
    <details class="card-part">
      <summary>{title}</summary>
      {children}
    </details>
  );
}
