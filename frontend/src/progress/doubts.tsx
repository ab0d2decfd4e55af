// What was taught and may be wrong: words that labels speak against, and what documents were said not to be. Each can be taken back here.
import type { ProgressNow } from "../api/schema";
import { counted } from "../numbers";
import { Tile } from "../shell/class_chip";
import { address } from "../state/route";
import { dispatch, taught } from "../state/lessons/lessons";
import { mayTeach } from "../state/session";
import { say } from "./strings";
import { Button } from "../forms/button";

const SHOWN = 8;

export function Doubts({ contradicted }: Pick<ProgressNow, "contradicted">) {
  const { counted: own } = taught.value;
  const exclusions = own.allExclusions();
  if (!contradicted.length && !exclusions.length) return null;
  return (
    <section class="figure doubts">
      <h2>{say.doubts.title}</h2>
      {contradicted.length > 0 && (
        <>
          <h3>{say.doubts.words}</h3>
          <ul class="plain-list">
            {contradicted.slice(0, SHOWN).map(({ term, class: name, own: right, others }) => {
              const id = own.word(term, name);
              return (
                <li key={`${name} ${term}`} class="row">
                  <span>
                    <Tile name={name} />{" "}
                    <a class="link" href={address("review", ["predictions"], { q: term })} dir="auto">
                      {term}
                    </a>{" "}
                    <span class="faint">{say.doubts.against(name, right, others)}</span>
                  </span>
                  {id !== null && mayTeach.value && (
                    <Button kind="small" aria-label={say.doubts.takeBackWord(term)} onClick={() => dispatch({ kind: "retract", lesson: id })}>{say.doubts.takeBack}</Button>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
      {exclusions.length > 0 && (
        <>
          <h3>{say.doubts.exclusions(counted(exclusions.length, "document"))}</h3>
          <ul class="plain-list">
            {exclusions.slice(0, SHOWN).map(({ document: id, class: name, lesson }) => (
              <li key={lesson} class="row">
                <span>
                  <a class="link" href={address("review", ["predictions", id])}>
                    {id}
                  </a>{" "}
                  <span class="faint">{say.doubts.isNot(name)}</span>
                </span>
                {mayTeach.value && (
                  <Button kind="small" aria-label={say.doubts.takeBackExclusion(id, name)} onClick={() => dispatch({ kind: "retract", lesson })}>{say.doubts.takeBack}</Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
