// Export: whatever can be taken along, with its first lines as they would be now, in every format that it has.
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
            {[...grouped(formats)].map(([title, of]) => (
              <li key={title} class="card">
                <Card title={title} formats={of} project={name} />
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </>
  );
}

/** The formats of the same thing together: “Labels, Excel” is one of “Labels”. */
function grouped(formats: ExportOffered[]): Map<string, ExportOffered[]> {
  const groups = new Map<string, ExportOffered[]>();
  for (const format of formats) {
    const title = titleOf(format).split(", ")[0] ?? format.name;
    groups.set(title, [...(groups.get(title) ?? []), format]);
  }
  return groups;
}

function Card({ title, formats, project }: { title: string; formats: ExportOffered[]; project: string }) {
  const offered = formats.filter(({ available }) => available);
  return (
    <>
      <h2>{title}</h2>
      <p class="faint small">{formats[0]?.about}</p>
      {offered[0] && <Sample format={offered[0]} project={project} />}
      <p class="buttons">
        {offered.map((format) => (
          <a
            key={format.name}
            class="button"
            href={`${API}${within(project, "exports", format.name)}`}
            download={`${project}${format.suffix}`}
            aria-label={say.export.downloadOf(titleOf(format), format.suffix)}
          >
            {format === offered[0] && say.export.download} {format.suffix}
          </a>
        ))}
      </p>
      {formats.map(({ name, available, why_not }) => !available && <p key={name} class="notice">{why_not}</p>)}
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
