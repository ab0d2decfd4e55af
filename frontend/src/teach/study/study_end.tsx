// The thanks at the end of a study.
import { say } from "../../pane_strings";
import { leaveStudy } from "./study";
import { Button } from "../../forms/button";

export function StudyEnd() {
  return (
    <section class="whole-state">
      <h1>{say.study.thanks}</h1>
      <p>{say.study.over}</p>
      <Button onClick={leaveStudy}>{say.study.back}</Button>
    </section>
  );
}
