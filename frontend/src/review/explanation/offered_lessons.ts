// The lessons that the server offers with an explanation, read from JSON and written as sentences.
import type { Lesson } from "../../state/lessons/entries";
import { say } from "../strings";

export type Offered = Extract<Lesson, { kind: "word" | "not_a_reason" | "label" }>;

/** What was offered, or null for something this page does not know how to teach. */
export function offeredBy(form: Record<string, unknown>): Offered | null {
  const { kind, term, document } = form;
  const name = form.class;
  if (kind === "word" && typeof term === "string" && typeof name === "string") return { kind, term, class: name };
  if (kind === "not_a_reason" && typeof term === "string") return { kind, term, class: typeof name === "string" ? name : null };
  if (kind === "label" && typeof document === "string" && typeof name === "string") return { kind, document, class: name };
  return null;
}

/** The lesson as a button says it, seen from a document. */
export function sentenceOf(lesson: Offered, from: string): string {
  switch (lesson.kind) {
    case "word":
      return say.lessons.word(lesson.term, lesson.class);
    case "not_a_reason":
      return say.lessons.not_a_reason(lesson.term, lesson.class);
    case "label":
      return lesson.document === from ? say.lessons.label(lesson.class) : say.lessons.labelOther(lesson.document, lesson.class);
  }
}
