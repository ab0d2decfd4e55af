// The newest model: to take along, and how to use it elsewhere.
import { Answered, useAnswer } from "../../api/answer";
import { API, within } from "../../api/client";
import { CopyableText } from "../../forms/copyable_text";
import { Fact } from "../../forms/fact";
import { Markdown } from "../../markdown/markdown";
import { number, percent, range, seconds } from "../../numbers";
import { ENOUGH_CHECKS, project as open } from "../../state/session";
import type { ModelListed } from "../../api/schema";
import { say } from "./strings";
import { LinkButton } from "../../forms/button";

export function ModelsSection() {
  const now = open.value;
  const answer = useAnswer<ModelListed[]>(now && within(now.name, "models"));
  if (!now) return null;
  return (
    <>
      <p class="lead">{say.models.about}</p>
      <Answered answer={answer}>
        {([newest]) => (newest ? <Newest model={newest} project={now.name} /> : <p>{say.models.none}</p>)}
      </Answered>
    </>
  );
}

function Newest({ model, project }: { model: ModelListed; project: string }) {
  const file = `${project}.model`;
  const quality = open.value?.quality;
  return (
    <section class="card">
      <h2>{say.models.current}</h2>
      <dl class="facts-list">
        <Fact name={say.models.learner} value={model.learner} />
        <Fact name={say.models.position} value={say.models.heard(model.position)} />
        <Fact name={say.models.trained} value={seconds(model.seconds)} />
        <Fact name={say.models.accuracy} value={quality ? say.models.expected(percent(quality.accuracy.value), range(quality.accuracy)) : accuracyOf(model)} />
      </dl>
      <LinkButton kind="primary" href={`${API}${within(project, "models", "current")}`} download={file}>{say.models.download}</LinkButton>
      <h3>{say.models.terminal}</h3>
      <CopyableText label={say.models.terminal} text={`teachback classify ${file} inbox.csv -o answers.csv --explain`} />
      <h3>{say.models.python}</h3>
      <CopyableText
        label={say.models.python}
        text={`from teachback import TextClassifier\n\nmodel = TextClassifier.load("${file}")\nfor guess in model.classify(["a new text"]):\n    print(guess.class_, guess.probabilities)`}
      />
      <details>
        <summary>{say.models.card}</summary>
        <Markdown text={model.card} top={3} />
      </details>
    </section>
  );
}

function accuracyOf({ accuracy }: ModelListed): string {
  return (accuracy?.checked ?? 0) >= ENOUGH_CHECKS && accuracy ? say.models.measured(range(accuracy), number(accuracy.checked)) : say.models.unchecked;
}
