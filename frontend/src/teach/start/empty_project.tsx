// A project without documents: drop a file, or look at the sample.
import { Problem } from "../../api/answer";
import { call, within } from "../../api/client";
import { Button } from "../../forms/button";
import { FileDrop } from "../../forms/file_drop";
import { useServerAction } from "../../forms/server_action";
import { dropped } from "../../state/dropped_file";
import { go } from "../../state/route";
import { mayOwn, projectName, refreshProject } from "../../state/session";
import { say } from "../../pane_strings";

export function EmptyProject() {
  const { busy, refused, act } = useServerAction();
  function take(file: File): void {
    dropped.value = file;
    go("data", ["import"], projectName.peek() ? { project: projectName.peek() ?? "" } : {});
  }
  const trySample = () =>
    act(async () => {
      await call("POST", within(projectName.peek() ?? "", "sample"));
      await refreshProject();
    });
  return (
    <section class="whole-state">
      <h1>{say.empty.title}</h1>
      {mayOwn.value ? (
        <>
          <FileDrop choose={take} />
          <p class="buttons">
            <Button disabled={busy} onClick={trySample}>{busy ? say.empty.coming : say.empty.sample}</Button>
            <span class="faint">{say.empty.sampleAbout}</span>
          </p>
          {refused && <Problem refused={refused} />}
          <p class="faint">
            {say.empty.command} <code>teachback serve texts.csv</code>
          </p>
        </>
      ) : (
        <p class="faint">{say.empty.wait}</p>
      )}
    </section>
  );
}
