// What a viewer sees of Teach: there is nothing to answer, but much to see elsewhere.
import { say as pane } from "../../pane_strings";
import { address } from "../../state/route";
import { say } from "../../strings";

export function ViewerNotice() {
  return (
    <section class="whole-state">
      <h1>{pane.viewer.title}</h1>
      <p>{pane.viewer.about}</p>
      <p class="buttons">
        <a class="button" href={address("review")}>
          {say.screens.review}
        </a>
        <a class="button" href={address("progress")}>
          {say.screens.progress}
        </a>
      </p>
    </section>
  );
}
