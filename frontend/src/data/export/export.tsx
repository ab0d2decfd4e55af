// Export: every format with its first lines as they would be now.
import { Answered, useAnswer } from "../../api/answer";
import { API, within } from "../../api/client";
import { project } from "../../state/session";
import type { ExportOffered } from "../../api/schema";
import { say } from "./strings";

export function ExportSection() {
  const name = project.value?.name ?? "";
  const answer = useAnswer<ExportOffered[]>(within(name, "exports"));
  return (
    <>
      <p class="lead">{say.export.about}</p>
      <Answered answer={answer}>
        {(formats) => (
          <ul class="cards">
            {formats.map((format) => (
              <li key={format.name} class="card">
                <Card format={format} project={name} />
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </>
  );
}

function Card({ format, project }: { format: ExportOffered; project: string }) {
  const title = titleOf(format);
  return (
    <>
      <h2>{title}</h2>
      <p class="faint small">{format.about}</p>
      {format.available ? (
        <>
          <Sample format={format} project={project} />
          <a
            class="button"
            href={`${API}${within(project, "exports", format.name)}`}
            download={`${project}${format.suffix}`}
            aria-label={say.export.downloadOf(title, format.suffix)}
          >
            {say.export.download} {format.suffix}
          </a>
        </>
      ) : (
        <p class="notice">{format.why_not}</p>
      )}
    </>
  );
}

function Sample({ format, project }: { format: ExportOffered; project: string }) {
  const { value, refused } = useAnswer<{ text: string }>(within(project, "exports", format.name, "sample"));
  if (refused) return <p class="faint small">{refused.message}</p>;
  if (value && !value.text) return <p class="faint small">{say.export.noSample}</p>;
  return (
    <pre class="sample" role="group" aria-label={say.export.sample(titleOf(format))} tabIndex={0}>
      {value?.text ?? "\n\n"}
    </pre>
  );
}

function titleOf({ name }: ExportOffered): string {
  return say.export.titles[name] ?? name;
}
