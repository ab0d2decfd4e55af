// Flag a document with a note: look at this again.
import { useState } from "preact/hooks";
import { TextArea } from "../../forms/field";
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
        <TextArea label={say.flag.note} rows={3} maxLength={2000} autofocus value={note} set={setNote} />
        <footer class="buttons end">
          <button type="submit" class="button primary">{say.flag.do}</button>
        </footer>
      </Form>
    </Dialog>
  );
}
