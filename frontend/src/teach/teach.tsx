// The Teach screen: the queue, the text, the words; the classes at the bottom.
import { panel } from "../shell/open_panel";
import { Failure } from "../shell/failure";
import { mayTeach, project, study } from "../state/session";
import { say } from "../strings";
import { ask, asking, place, questions, row, rows } from "./queue/batch";
import { useTeachCommands } from "./commands";
import { chooseClass, excluding } from "./lessons/exclusion";
import { Footer } from "./footer";
import { BatchDone, ClassPicker, EmptyProject, FlagDialog, NameClasses, ViewerNotice, StudyBar, StudyEnd } from "./lazy_panes";
import { Queue } from "./queue/queue";
import { DocumentPane } from "./document/document";
import { Skeleton } from "./skeleton";
import { studyEnded } from "./study/study";
import { Words } from "./words/words";

export function Teach() {
  useTeachCommands();
  const open = project.value;
  const close = () => (panel.value = null);
  if (open && studyEnded.value) return <StudyEnd />;
  if (open && !open.documents) return <EmptyProject />;
  if (open && open.classes.length < 2) return <NameClasses />;
  if (open && !mayTeach.value) return <ViewerNotice />;
  return (
    <div class={`teach ${panel.value === "words" ? "words-open" : ""}`}>
      <h1 class="visually-hidden">{open ? say.teach(open.name) : say.app}</h1>
      {study.value && <StudyBar study={study.value} />}
      <BatchView key="desk" />
      {open && <Footer />}
      {panel.value === "flag" && row.value && <FlagDialog document={row.value} onClose={close} />}
      {panel.value === "classes" && <ClassPicker title={excluding.peek() ? say.exclude.which : say.classes.which} onClose={close} choose={(name) => chooseClass(name)} />}
    </div>
  );
}

/** The batch, or what there is while it comes; one skeleton from the first moment on, so that it does not flicker. */
function BatchView() {
  const { refused } = asking.value;
  const none = questions.value === null && !rows.value.length;
  if (none && refused && project.value) return <Failure refused={refused} again={() => void ask()} />;
  if (none || !project.value) return <Skeleton />;
  return (
    <div class="desk">
      <Queue />
      {row.value ? <DocumentPane document={row.value} /> : <BatchDone key={place.value} />}
      <Words />
    </div>
  );
}
