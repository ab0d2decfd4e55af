// The project's guidelines, and what each sentence that is written of a class does, at the edge of the text.
import { Answered, useAnswer } from "../../api/answer";
import { within } from "../../api/client";
import { DescribedClass, useDescriptions } from "../../descriptions/described_class";
import { say as descriptions } from "../../descriptions/strings";
import { Markdown } from "../../markdown/markdown";
import { Dialog } from "../../shell/dialog";
import { address } from "../../state/route";
import { mayOwn, project } from "../../state/session";
import { say } from "../../pane_strings";

export function Guidelines({ onClose }: { onClose: () => void }) {
  const name = project.value?.name;
  const answer = useAnswer<{ text: string; version: number }>(name === undefined ? null : within(name, "guidelines"));
  const described = useDescriptions().classes.filter(({ written }) => written.length);
  return (
    <Dialog title={say.guidelines.title} onClose={onClose} kind="side">
      <Answered answer={answer}>
        {({ text }) =>
          text.trim() ? <Markdown text={text} top={2} /> : !described.length && <p class="faint">{mayOwn.value ? say.guidelines.write : say.guidelines.none}</p>
        }
      </Answered>
      {described.length > 0 && (
        <section aria-labelledby="described">
          <h2 id="described">{descriptions.title}</h2>
          {described.map((each) => (
            <DescribedClass key={each.name} {...each} />
          ))}
        </section>
      )}
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
