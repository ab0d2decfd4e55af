// What is worth her next minutes, words or documents, and why.
import { KeyCap } from "../../shell/key_cap";
import { say } from "../../strings";
import { questions } from "./batch";

export function NextStep() {
  const plan = questions.value?.plan;
  if (!plan) return null;
  return (
    <p class="next-kind">
      {plan.kind === "words" && <KeyCap id="words" of="w" />} <b>{say.plan[plan.kind]}</b> {plan.why}
    </p>
  );
}
