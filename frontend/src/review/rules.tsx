// The rules of a model that was taught by distinctions, in the order in which they are tried.
import { Answered, useAnswer } from "../api/answer";
import { within } from "../api/client";
import { address } from "../state/route";
import { project } from "../state/session";
import type { Rule } from "./answers";
import { ClassName } from "./class_name";
import { say } from "./strings";

export function RulesTab() {
  const answer = useAnswer<Rule[]>(within(project.value?.name ?? "", "rules"));
  return (
    <div class="page">
      <p class="lead">{say.rules.about}</p>
      <Answered answer={answer}>
        {(rules) =>
          rules.length ? (
            <ol class="rules">
              {rules.map((rule, at) => (
                <li key={at} class="card">
                  <RuleLine rule={rule} />
                </li>
              ))}
            </ol>
          ) : (
            <p>{say.rules.none}</p>
          )
        }
      </Answered>
    </div>
  );
}

function RuleLine({ rule: { literals, class: name, example, decides, mistakes } }: { rule: Rule }) {
  return (
    <>
      <p>
        {literals.length
          ? say.rules.conditions(literals.map(([term, held]) => `${held ? say.rules.must : say.rules.mustNot} “${term}”`))
          : say.rules.otherwise}{" "}
        → <ClassName name={name} />
      </p>
      <p class="faint small">
        {say.rules.decides(decides)}
        {example !== null && (
          <>
            {" · "}
            {say.rules.example} <DocumentLink id={example} />
          </>
        )}
        {" · "}
        {mistakes.length ? say.rules.mistakes(mistakes.length) : say.rules.noMistakes}
        {mistakes.map((id) => (
          <span key={id}>
            {" "}
            <DocumentLink id={id} />
          </span>
        ))}
      </p>
    </>
  );
}

function DocumentLink({ id }: { id: string }) {
  return (
    <a class="link" href={address("review", ["predictions", id])}>
      {id}
    </a>
  );
}
