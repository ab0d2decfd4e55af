// A button that teaches, and then takes it back.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { announce } from "../../shell/announce";
import type { Lesson } from "../../state/lessons/entries";
import { dispatch, taught } from "../../state/lessons/lessons";
import { mayTeach } from "../../state/session";
import { say } from "../strings";

interface Props {
  lesson: Lesson;
  /** The lesson in words. */
  name: string;
  children?: ComponentChildren;
}

export function LessonButton({ lesson, name, children }: Props) {
  const [id, setId] = useState<string | null>(null);
  const counts = id !== null && taught.value.counted.counts(id);
  const press = () => {
    if (counts) {
      dispatch({ kind: "retract", lesson: id });
      announce(say.lessons.undoOf(name));
    } else {
      setId(dispatch(lesson)[0] ?? null);
      announce(`${say.lessons.taught}: ${name}`);
    }
  };
  if (!mayTeach.value) return children ? null : <span class="faint">{name}</span>;
  return (
    <button
      class={`button small pill ${counts ? "taught" : ""}`}
      type="button"
      aria-pressed={counts}
      aria-label={name}
      onClick={press}
    >
      {children ?? name}
    </button>
  );
}
