// What is worth her next minutes, words or documents, and why.
import { KeyCap } from "../../shell/key_cap";
import { say } from "../../strings";
import { questions } from "../queue/batch";
import { openWords } from "../words/word_keys";

export function NextStep() {
  const plan = questions.value?.plan;
  if (!plan) return null;
  return (
    <p class="next-kind">
      {plan.kind === "words" ? (
        <button type="button" class="button small" onClick={openWords}>
          {say.plan.words} <KeyCap id="add-word" of="/" />
        </button>
      ) : (
        <b>{say.plan.documents}</b>
      )}{" "}
      {plan.why}
    </p>
  );
}
