// The note on the last step, with the way back: under the answers on Teach, under the page elsewhere.
import { KeyCap } from "../../shell/key_cap";
import { say } from "../../strings";
import { redoLast, undoLast } from "./actions";
import { note, putAway } from "./step_note";
import { Button } from "../../forms/button";

export function StepNoteBar() {
  const current = note.value;
  if (!current) return null;
  return (
    <div class="offer">
      <span dir="auto">{current.sentence}</span>
      {current.back === "undo" ? (
        <Button onClick={undoLast}><KeyCap id="undo" of="ctrl+z" /> {say.footer.undo}</Button>
      ) : (
        <Button onClick={redoLast}><KeyCap id="redo" of="ctrl+shift+z" /> {say.footer.redo}</Button>
      )}
      <Button kind="quiet" aria-label={say.close} onClick={putAway}>×</Button>
    </div>
  );
}
