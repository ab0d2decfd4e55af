// Flag a document with a note: look at this again.
import { useState } from "preact/hooks";
import { Form } from "../../forms/form";
import { Dialog } from "../../shell/dialog";
import { taught } from "../../state/lessons/lessons";
import { say } from "../../pane_strings";
import { flag } from "../lessons/actions";
import type { Row } from "../queue/batch";

export function FlagDialog({ document, onClose }: { document: Row; onClose: () => void }) {
  const [note, setNote] = useState(taught.peek().counted.flags(document.id).at(-1)?.note ?? "");
  const submit = () => {
    flag(note.trim());
    onClose();
  };
  return (
    <Dialog title={say.flag.title} onClose={onClose}>
      <Form submit={submit}>
        <label for="flag-note">{say.flag.note}</label>
        <textarea
          id="flag-note"
          class="field"
          rows={3}
          maxLength={2000}
          autofocus
          value={note}
          onInput={(event) => setNote(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <footer class="side-by-side end">
          <button type="submit" class="button primary">{say.flag.do}</button>
        </footer>
      </Form>
    </Dialog>
  );
}
