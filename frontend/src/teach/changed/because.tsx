// The lessons between two models: what each of them did, worked out one after the other, and the way back.
import { useEffect, useState } from "preact/hooks";
import { call, within } from "../../api/client";
import type { Because, LessonEffect, TaughtBetween } from "../../api/schema";
import { EffectDialog } from "../../data/history/effect";
import { listed, number } from "../../numbers";
import { ClassChip } from "../../shell/class_chip";
import { dispatch, taught } from "../../state/lessons/lessons";
import { address } from "../../state/route";
import { nameOf } from "../../state/own_names";
import { mayOwn, mayTeach, project, tint } from "../../state/session";
import { say as onScreen } from "../../strings";
import { say } from "./strings";
import { Button } from "../../forms/button";

const AT_ONCE = 8; // lessons whose effect is worked out without being asked: each is a model learned anew

interface Props {
  because: Because;
  /** The newest model, which the effects are of. */
  model: number;
}

export function BecauseOf({ because, model }: Props) {
  const lessons = because.taught;
  const { counted } = taught.value; // what was taken back here counts no more, also before the model has heard of it
  const effects = useEffects(lessons.filter(({ id, kind }) => counted.counts(id) && kind !== "retract").slice(0, AT_ONCE), model);
  const [asked, setAsked] = useState<TaughtBetween | null>(null);
  const most = Math.max(1, ...Object.values(effects));
  const all = Object.values(because.lessons).reduce((sum, n) => sum + n, 0);
  const mine = lessons.filter((each) => isMine(each) && counted.counts(each.id)).map(({ id }) => id);
  return (
    <section>
      <h2>{say.because}</h2>
      {lessons.length ? <p class="faint small">{say.becauseAbout}</p> : <p class="faint">{all ? say.unlearned : say.none}</p>}
      <ul class="because-of">
        {lessons.map((lesson) => {
          const did = effects[lesson.id];
          const name = sentenceOf(lesson);
          const isGone = !counted.counts(lesson.id);
          return (
            <li key={lesson.id} class={isGone ? "gone" : ""}>
              <span class="because-what buttons">
                <About lesson={lesson} />
              </span>
              {isGone ? (
                <span class="faint">{say.takenBack}</span>
              ) : (
                <>
                  {did !== undefined && (
                    <span class={`did-bar ${lesson.class === null ? "" : tint(lesson.class)}`} aria-hidden="true">
                      <i style={{ inlineSize: `${(100 * did) / most}%` }} />
                    </span>
                  )}
                  {lesson.kind !== "retract" && (
                    <Button kind="quiet small" aria-label={say.didOf(did === undefined ? "" : number(did), name)} title={say.did} onClick={() => setAsked(lesson)}>
                      {did === undefined ? say.did : <b>{number(did)}</b>}
                    </Button>
                  )}
                  {isMine(lesson) && (
                    <Button kind="quiet small" aria-label={say.takeBackOf(name)} onClick={() => takeBack([lesson.id])}>{say.takeBack}</Button>
                  )}
                </>
              )}
            </li>
          );
        })}
      </ul>
      {all > lessons.length && (
        <p>
          <a class="link" href={address("data", ["history"])}>
            {lessons.length ? say.rest(all - lessons.length) : say.inHistory(all)}
          </a>
        </p>
      )}
      {mine.length > 1 && (
        <Button kind="small" onClick={() => takeBack(mine)}>{say.takeBackAll(mine.length)}</Button>
      )}
      {asked && (
        <EffectDialog
          lesson={asked.id}
          what={sentenceOf(asked)}
          atOnce={false}
          takeBack={isMine(asked) ? () => takeBack([asked.id]) : undefined}
          close={() => setAsked(null)}
        />
      )}
    </section>
  );
}

/** What a lesson is about, as it was said: a word in the colour of its class, a document by its number. */
function About({ lesson: { kind, class: name, term, document, teacher } }: { lesson: TaughtBetween }) {
  const own = teacher === project.value?.teacher;
  const what = kind === "label" && !own ? say.answerOf(nameOf(teacher)) : (say.kinds[kind] ?? onScreen.kinds[kind as keyof typeof onScreen.kinds] ?? kind);
  return (
    <>
      {term !== null && <b dir="auto">{term}</b>}
      {document !== null && (
        <a class="link" href={address("review", ["predictions", document])}>
          #{document}
        </a>
      )}
      {name !== null && <ClassChip name={name} />} <span class="faint">{what}</span>
    </>
  );
}

/** The same in words. */
function sentenceOf({ kind, class: name, term, document }: TaughtBetween): string {
  return listed([term, document === null ? null : `#${document}`, name, say.kinds[kind] ?? kind].filter((each) => each !== null));
}

function isMine({ teacher }: TaughtBetween): boolean {
  return mayTeach.value && (mayOwn.value || teacher === project.value?.teacher);
}

/** Take lessons back as one step, which one undo brings back. */
function takeBack(lessons: string[]): void {
  dispatch(...lessons.map((lesson) => ({ kind: "retract" as const, lesson })));
}

/** How many predictions are others because of each lesson; asked one after the other, since each takes a model. */
function useEffects(lessons: TaughtBetween[], model: number): Record<string, number> {
  const [effects, setEffects] = useState<Record<string, number>>({});
  const ids = lessons.map(({ id }) => id).join(" ");
  useEffect(() => {
    const stop = new AbortController();
    setEffects({});
    void (async () => {
      for (const id of ids.split(" ").filter(Boolean)) {
        const effect = await call<LessonEffect>("GET", within(project.peek()?.name ?? "", "lessons", id, "effect"), undefined, stop.signal).catch(() => null);
        if (stop.signal.aborted) return;
        if (effect) setEffects((before) => ({ ...before, [id]: effect.changed }));
      }
    })();
    return () => stop.abort();
  }, [ids, model]);
  return effects;
}
