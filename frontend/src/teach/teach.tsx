// The Teach screen: the text in the middle, the answers under it and the model's reply under them; words on one side, quality on the other.
import { lazyScreen } from "../shell/lazy";
import { closing, panel } from "../shell/open_panel";
import { Failure } from "../shell/failure";
import { route } from "../state/route";
import { mayTeach, project, study } from "../state/session";
import { say } from "../strings";
import { ask, asking, place, questions, row, rows } from "./queue/batch";
import { useTeachCommands } from "./commands";
import { chooseClass, excluding } from "./lessons/exclusion";
import { Footer } from "./footer";
import { guessShown } from "./guess/guess_state";
import { BatchDone, ClassPicker, EmptyProject, FlagDialog, GuessStrip, NameClasses, Side, StartWords, ViewerNotice, StudyBar, StudyEnd } from "./lazy_panes";
import { Queue } from "./queue/queue";
import { DocumentPane } from "./document/document";
import { Skeleton } from "./skeleton";
import { studyEnded } from "./study/study";
import { Words } from "./words/words";

const Changed = lazyScreen(() => import("./changed/changed"));

export function Teach() {
  const open = project.value;
  if (open && studyEnded.value) return <StudyEnd />;
  if (open && !open.documents) return <EmptyProject />;
  if (open && open.classes.length < 2) return <NameClasses />;
  if (open && !mayTeach.value) return <ViewerNotice />;
  if (open && route.value.parts[0] === "words" && !study.value) return <StartWords />;
  if (open && route.value.parts[0] === "changed" && !study.value) return <Changed key={route.value.query.get("since")} />;
  return <Desk />;
}

/** The documents, with their keys: where they are not on the screen, no key answers them. */
function Desk() {
  useTeachCommands();
  const open = project.value;
  return (
    <div class={`teach ${panel.value === "words" || panel.value === "side" ? `${panel.value}-open` : ""}`}>
      <h1 class="visually-hidden">{open ? say.teach(open.name) : say.app}</h1>
      {study.value && <StudyBar study={study.value} />}
      <BatchView key="desk" />
      {panel.value === "flag" && row.value && <FlagDialog document={row.value} onClose={closing("flag")} />}
      {panel.value === "classes" && <ClassPicker title={excluding.peek() ? say.exclude.which : say.classes.which} isKnown={excluding.peek()} onClose={closing("classes")} choose={(name) => chooseClass(name)} />}
    </div>
  );
}

/** The batch, or what there is while it comes; one skeleton from the first moment on, so that it does not flicker. */
function BatchView() {
  const { refused } = asking.value;
  const none = questions.value === null && !rows.value.length;
  if (none && refused && project.value) return <Failure refused={refused} again={() => void ask()} />;
  if (none || !project.value) return <Skeleton />;
  const current = row.value;
  return (
    <div class="desk">
      <div class="middle">
        <Queue />
        {current ? <DocumentPane document={current} /> : <BatchDone key={place.value} />}
        <Footer />
        <div class="reply">{current && guessShown.value && <GuessStrip key={current.id} document={current} />}</div>
      </div>
      <Words />
      <aside class="side" aria-label={say.side.title}>
        <Side />
      </aside>
    </div>
  );
}
