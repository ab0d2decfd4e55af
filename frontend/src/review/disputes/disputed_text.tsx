// A text with the passages that teachers marked, each in the colour of the class that its teacher gave.
import type { Dispute } from "../../api/schema";
import { project, tint } from "../../state/session";

interface Part {
  text: string;
  /** The class whose reason it is. */
  class: string | null;
}

/** The text cut where a marked passage begins or ends; of two that overlap the later one is drawn. */
export function cutText(text: string, rationales: Pick<Dispute["rationales"][number], "class" | "start" | "end">[]): Part[] {
  const points = [...text];
  const classes: (string | null)[] = points.map(() => null);
  for (const { class: name, start, end } of rationales) classes.fill(name, start, end);
  const parts: Part[] = [];
  points.forEach((point, at) => {
    const last = parts.at(-1);
    if (last && last.class === classes[at]) last.text += point;
    else parts.push({ text: point, class: classes[at] ?? null });
  });
  return parts;
}

export function DisputedText({ text, said, rationales }: Pick<Dispute, "text" | "said" | "rationales">) {
  const marked = rationales.filter(({ teacher, class: name }) => said[teacher] === name);
  return (
    <p class="disputed-text" dir={project.value?.settings.direction ?? "auto"} tabIndex={0}>
      {cutText(text, marked).map((part, at) =>
        part.class === null ? (
          part.text
        ) : (
          <mark key={at} class={tint(part.class)}>
            {part.text}
          </mark>
        ),
      )}
    </p>
  );
}
