// The rules that distinctions make, in the order in which they are tried.
import { Answered, useAnswer } from "../../api/answer";
import { within } from "../../api/client";
import { address } from "../../state/route";
import { project } from "../../state/session";
import type { RuleLearned, RuleList } from "../../api/schema";
import { ClassChip } from "../../shell/class_chip";
import { say } from "../strings";

const SHOWN = 10; // mistakes of a rule

export function RulesTab() {
  const answer = useAnswer<RuleList>(within(project.value?.name ?? "", "rules"));
  return (
    <div class="page">
      <p class="lead">{say.rules.about}</p>
      <Answered answer={answer}>
        {({ rules, learner, in_use }) =>
          rules.length ? (
            <>
              <p class="notice">{in_use ? say.rules.inUse : say.rules.told(learner)}</p>
              <ol class="rules">
                {rules.map((rule, at) => (
                  <li key={at} class="card">
                    <RuleLine rule={rule} inUse={in_use} />
                  </li>
                ))}
              </ol>
            </>
          ) : (
            <p>{say.rules.none}</p>
          )
        }
      </Answered>
    </div>
  );
}

function RuleLine({ rule: { literals, class: name, example, decides, mistakes }, inUse }: { rule: RuleLearned; inUse: boolean }) {
  return (
    <>
      <p>
        {literals.length
          ? say.rules.conditions(literals.map(([term, held]) => `${held ? say.rules.must : say.rules.mustNot} “${term}”`))
          : say.rules.otherwise}{" "}
        → <ClassChip name={name} />
      </p>
      <p class="faint small">
        {inUse ? say.rules.decides(decides) : say.rules.wouldDecide(decides)}
        {example !== null && (
          <>
            {" · "}
            {say.rules.example} <DocumentLink id={example} />
          </>
        )}
        {" · "}
        {mistakes.length ? say.rules.mistakes(mistakes.length) : say.rules.noMistakes}
        {mistakes.slice(0, SHOWN).map((id) => (
          <span key={id}>
            {" "}
            <DocumentLink id={id} />
          </span>
        ))}
        {mistakes.length > SHOWN && ` ${say.rules.more(mistakes.length - SHOWN)}`}
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
