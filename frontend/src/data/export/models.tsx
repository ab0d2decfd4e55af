// The models that were trained: the newest to take along, and how to use it elsewhere.
import { Answered, useAnswer } from "../../api/answer";
import { API, within } from "../../api/client";
import { CopyableText } from "../../forms/copyable_text";
import { ColumnHeads } from "../../forms/table_frame";
import { Markdown } from "../../markdown/markdown";
import { number, percent, range, seconds } from "../../numbers";
import { ENOUGH_CHECKS, project as open } from "../../state/session";
import type { ModelListed } from "../../api/schema";
import { say } from "./strings";

export function ModelsSection() {
  const now = open.value;
  const answer = useAnswer<ModelListed[]>(now && within(now.name, "models"));
  if (!now) return null;
  return (
    <>
      <p class="lead">{say.models.about}</p>
      <Answered answer={answer}>
        {(models) => {
          const [newest, ...earlier] = models;
          return newest ? (
            <>
              <Newest model={newest} project={now.name} />
              {earlier.length > 0 && <Earlier models={earlier} />}
            </>
          ) : (
            <p>{say.models.none}</p>
          );
        }}
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
        <div>
          <dt>{say.models.learner}</dt>
          <dd>{model.learner}</dd>
        </div>
        <div>
          <dt>{say.models.position}</dt>
          <dd>{say.models.heard(model.position)}</dd>
        </div>
        <div>
          <dt>{say.models.trained}</dt>
          <dd>{seconds(model.seconds)}</dd>
        </div>
        <div>
          <dt>{say.models.accuracy}</dt>
          <dd>{quality ? say.models.expected(percent(quality.accuracy.value), range(quality.accuracy)) : accuracyOf(model)}</dd>
        </div>
      </dl>
      <a class="button primary" href={`${API}${within(project, "models", "current")}`} download={file}>
        {say.models.download}
      </a>
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

function Earlier({ models }: { models: ModelListed[] }) {
  return (
    <>
      <h2>{say.models.earlier}</h2>
      <div class="table-frame" role="group" aria-label={say.models.earlier} tabIndex={0}>
        <table>
          <ColumnHeads names={[say.models.learner, say.models.position, say.models.accuracy]} />
          <tbody>
            {models.map((model) => (
              <tr key={model.name}>
                <td>{model.learner}</td>
                <td>{say.models.heard(model.position)}</td>
                <td>{accuracyOf(model)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function accuracyOf({ accuracy }: ModelListed): string {
  return (accuracy?.checked ?? 0) >= ENOUGH_CHECKS && accuracy ? say.models.measured(range(accuracy), number(accuracy.checked)) : say.models.unchecked;
}
