// The Teach screen: the queue, the text, the words; the classes at the bottom.
import { panel } from "../shell/panels";
import { Trouble } from "../shell/trouble";
import { address } from "../state/route";
import { mayTeach, project, study } from "../state/session";
import { say } from "../strings";
import { answer } from "./actions";
import { ask, asking, place, questions, row, rows } from "./batch";
import { useTeachCommands } from "./commands";
import { Footer } from "./footer";
import { BatchDone, ClassPicker, EmptyProject, FlagDialog, Guidelines, NameClasses, StudyBar, StudyEnd } from "./panes";
import { Queue } from "./queue";
import { Reading } from "./reading";
import { Skeleton } from "./skeleton";
import { studyEnded } from "./study";
import { Words } from "./words";

export function Teach() {
  useTeachCommands();
  const open = project.value;
  const close = () => (panel.value = null);
  if (!open) return <Skeleton />;
  if (studyEnded.value) return <StudyEnd />;
  if (!open.documents) return <EmptyProject />;
  if (open.classes.length < 2) return <NameClasses />;
  if (!mayTeach.value) return <OnlyLooking />;
  return (
    <div class={`teach ${panel.value === "words" ? "words-open" : ""}`}>
      <h1 class="visually-hidden">{say.teach(open.name)}</h1>
      {study.value && <StudyBar study={study.value} />}
      {questions.value === null && !rows.value.length ? (
        asking.value.refused ? <Trouble refused={asking.value.refused} again={() => void ask()} /> : <Skeleton />
      ) : (
        <div class="desk">
          <Queue />
          {row.value ? <Reading document={row.value} /> : <BatchDone key={place.value} />}
          <Words />
        </div>
      )}
      <Footer />
      {panel.value === "flag" && row.value && <FlagDialog document={row.value} onClose={close} />}
      {panel.value === "guidelines" && <Guidelines onClose={close} />}
      {panel.value === "classes" && <ClassPicker title={say.classes.which} onClose={close} choose={(name) => answer(name)} />}
    </div>
  );
}

/** For a viewer there is nothing to answer here, but much to see. */
function OnlyLooking() {
  return (
    <section class="whole-state">
      <h1>{say.viewer.title}</h1>
      <p>{say.viewer.about}</p>
      <p class="side-by-side">
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
