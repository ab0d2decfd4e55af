// The clock of a study.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { TrialNow } from "../../api/schema";
import { say } from "../../pane_strings";
import { endStudy } from "./study";

export function StudyBar({ study }: { study: TrialNow }) {
  const until = useMemo(() => performance.now() + study.seconds_left * 1000, [study]);
  const [, tick] = useState(0);
  const left = Math.max(0, (until - performance.now()) / 1000);
  useEffect(() => {
    const timer = setInterval(() => tick((times) => times + 1), 250);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left === 0) endStudy();
  }, [left === 0]);
  const whole = Math.ceil(left);
  return (
    <p class="study-bar" role="timer">
      <b>{say.study.title}</b> {say.study.left(Math.floor(whole / 60), whole % 60)}
    </p>
  );
}
