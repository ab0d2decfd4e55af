// Whether everything taught is on the server, in a few words.
import { connected } from "../state/connection";
import { refusals, sending, tryAgain } from "../state/lessons/lessons";
import { say } from "../strings";
import { isTyped } from "../teach/words/typed_words";

export function SaveStatus() {
  const { state, unsent, why } = sending.value;
  if (state === "offline" || (!connected.value && state !== "stuck" && state !== "signed out")) {
    return (
      <button type="button" class="saved offline" title={why} onClick={tryAgain}>
        {say.saved.offline(unsent)}
      </button>
    );
  }
  if (state === "stuck" || state === "signed out") {
    return (
      <button type="button" class="saved offline" title={why} onClick={tryAgain}>
        {say.saved.stuck(unsent)}
      </button>
    );
  }
  return <span class="saved">{unsent ? say.saved.saving : say.saved.saved}</span>;
}

/** Lessons that the server did not take, each with its sentence. */
export function Refusals() {
  const shown = refusals.value.filter(({ entry }) => !isTyped(entry)); // those are told where they were typed
  if (!shown.length) return null;
  return (
    <div class="refusals" role="alert">
      {shown.slice(-3).map(({ entry, why }) => (
        <p key={entry.id}>
          <b>{say.saved.refused(say.kinds[entry.kind])}</b> {why}
        </p>
      ))}
      <button type="button" class="button small" onClick={() => (refusals.value = [])}>
        {say.saved.understood}
      </button>
    </div>
  );
}
