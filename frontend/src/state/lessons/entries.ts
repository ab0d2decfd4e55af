// Making entries of the record: every lesson gets an id, its time and the seconds it took.
import type { LessonIn } from "../../api/schema";
import { watch } from "../stopwatch";

type Written = { id: string; time: string; seconds: number | null };
/** A kind of lesson, with those of a lesson's fields that it has. */
type Of<K extends LessonIn["kind"], Field extends keyof LessonIn> = K extends unknown ? { kind: K } & { [Name in Field]-?: NonNullable<LessonIn[Name]> } : never;

/** A line of the record; the server adds the teacher. */
export type Entry = Written &
  (
    | Of<"label" | "exclude" | "adjudicate", "document" | "class">
    | Of<"skip", "document">
    | (Of<"word", "term" | "class"> & { strength?: number })
    | (Of<"not_a_reason", "term"> & { class: string | null })
    | Of<"rationale", "document" | "class" | "start" | "end">
    | Of<"distinction", "document" | "class" | "versus" | "term" | "present">
    | Of<"describe", "class" | "text">
    | Of<"flag", "document" | "note">
    | Of<"retract", "lesson">
  );

export type Kind = Entry["kind"];

type WithoutMark<E> = E extends Entry ? Omit<E, "id" | "time" | "seconds"> : never;
/** What is taught, before it is an entry. */
export type Lesson = WithoutMark<Entry>;

/** A random id; `crypto.randomUUID` is missing where a team's server has no TLS. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The entries of one step; the seconds it took (they are measured on Teach) are on the first, and of a list of words an equal share on each. */
export function newEntries(lessons: Lesson[]): Entry[] {
  const time = new Date().toISOString();
  const [first] = lessons;
  const seconds = watch.lap(first && "document" in first ? first.document : undefined);
  const terms = new Set(lessons.flatMap((lesson) => (lesson.kind === "word" ? lesson.term : [])));
  const isList = terms.size > 1 && terms.size === lessons.length;
  const share = isList && seconds !== null ? seconds / lessons.length : null;
  return lessons.map((lesson, at) => ({ ...lesson, id: newId(), time, seconds: share ?? (at ? null : seconds) }) as Entry);
}
