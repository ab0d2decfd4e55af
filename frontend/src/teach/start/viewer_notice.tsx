// What a viewer sees of Teach: there is nothing to answer, but much to see elsewhere.
import { say as pane } from "../../pane_strings";
import { address } from "../../state/route";
import { say } from "../../strings";
import { LinkButton } from "../../forms/button";

export function ViewerNotice() {
  return (
    <section class="whole-state">
      <h1>{pane.viewer.title}</h1>
      <p>{pane.viewer.about}</p>
      <p class="buttons">
        <LinkButton href={address("review")}>{say.screens.review}</LinkButton>
        <LinkButton href={address("progress")}>{say.screens.progress}</LinkButton>
      </p>
    </section>
  );
}
