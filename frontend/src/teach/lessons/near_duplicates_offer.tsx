// The offer to answer near-duplicates alike; it lies over the page, so that nothing moves.
import { KeyCap } from "../../shell/key_cap";
import { say as pane } from "../../pane_strings";
import { say } from "../../strings";
import { lastAnswered, offer, answerNearDuplicates } from "./near_duplicates";
import { Button } from "../../forms/button";

export function NearDuplicatesOffer() {
  if (!offer.value) return null;
  const { answer, alike } = offer.value;
  return (
    <div class="offer" role="group" aria-label={pane.alike.title}>
      <Button onClick={answerNearDuplicates}>
        <KeyCap id="alike" of="a" /> {pane.alike.same(answer.kind === "skip" ? say.queue.skipped : answer.class, alike.length)}
      </Button>
      <Button kind="quiet" aria-label={pane.alike.no} onClick={() => (lastAnswered.value = null)}>×</Button>
    </div>
  );
}
