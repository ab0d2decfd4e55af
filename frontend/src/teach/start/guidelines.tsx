// The project's guidelines, at the edge of the text.
import { Answered, useAnswer } from "../../api/answer";
import { within } from "../../api/client";
import { Markdown } from "../../markdown/markdown";
import { Dialog } from "../../shell/dialog";
import { address } from "../../state/route";
import { mayOwn, project } from "../../state/session";
import { say } from "../../pane_strings";

export function Guidelines({ onClose }: { onClose: () => void }) {
  const name = project.value?.name;
  const answer = useAnswer<{ text: string; version: number }>(name === undefined ? null : within(name, "guidelines"));
  return (
    <Dialog title={say.guidelines.title} onClose={onClose} kind="side">
      <Answered answer={answer}>
        {({ text }) => (text.trim() ? <Markdown text={text} top={2} /> : <p class="faint">{mayOwn.value ? say.guidelines.write : say.guidelines.none}</p>)}
      </Answered>
      {mayOwn.value && (
        <p>
          <a class="button" href={address("data", ["guidelines"])} onClick={onClose}>
            {say.guidelines.edit(Boolean(answer.value?.text.trim()))}
          </a>
        </p>
      )}
    </Dialog>
  );
}
