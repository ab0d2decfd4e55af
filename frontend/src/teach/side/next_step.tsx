// What is worth her next minutes, words or documents, and why.
import { KeyCap } from "../../shell/key_cap";
import { project } from "../../state/session";
import { say } from "../../strings";
import { questions } from "../queue/batch";
import { openedClass } from "../words/columns";
import { openWords } from "../words/word_keys";
import { Button } from "../../forms/button";

export function NextStep() {
  const plan = questions.value?.plan;
  if (!plan) return null;
  const isCold = Boolean(project.value?.cold?.needs.length);
  const why = isCold ? say.plan.cold : `${plan.why.charAt(0).toUpperCase()}${plan.why.slice(1)}.`;
  return (
    <p class="next-kind">
      {plan.kind === "words" || isCold ? (
        <Button kind="small" onClick={openWords}>{openedClass.value === null ? say.words.title : say.words.of(openedClass.value)} <KeyCap id="add-word" of="/" /></Button>
      ) : (
        <b>{say.plan.documents}</b>
      )}
      <span>{why}</span>
    </p>
  );
}
