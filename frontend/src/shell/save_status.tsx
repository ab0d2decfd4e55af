// Whether everything taught is on the server, in a few words.
import { connected } from "../state/connection";
import { API, within } from "../api/client";
import { projectName } from "../state/session";
import { refusals, sending, tryAgain } from "../state/lessons/lessons";
import { say } from "../strings";
import { isTyped } from "../teach/words/typed_words";
import { Button, LinkButton } from "../forms/button";

export function SaveStatus() {
  const { state, unsent, why } = sending.value;
  if (state === "file changed") return <span class="saved offline">{say.saved.stuck(unsent)}</span>;
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
  const untyped = refusals.value.filter(({ entry }) => !isTyped(entry)); // those are told where they were typed
  if (!untyped.length) return null;
  return (
    <div class="refusals" role="alert">
      {untyped.slice(-3).map(({ entry, why }) => (
        <p key={entry.id}>
          <b>{say.saved.refused(say.kinds[entry.kind])}</b> {why}
        </p>
      ))}
      <Button kind="small" onClick={() => (refusals.value = [])}>{say.saved.understood}</Button>
    </div>
  );
}

/** The project's file was removed or replaced: what happened, and the way to save what the server still has. */
export function FileChanged() {
  const { state, why } = sending.value;
  if (state !== "file changed" || projectName.value === null) return null;
  return (
    <div class="refusals" role="alert">
      <p>
        <b>{say.saved.fileChanged}</b> {why}
      </p>
      <LinkButton kind="small" href={`${API}${within(projectName.value, "exports", "project")}`} download>{say.saved.backup}</LinkButton>
    </div>
  );
}
