// Classify: what the newest model says of a text that is pasted, or of a file that is dropped.
import { project, study } from "../state/session";
import { address } from "../state/route";
import { ClassifyFile } from "./file";
import { say } from "./strings";
import { ClassifyText } from "./text";
import { LinkButton } from "../forms/button";

export default function Classify() {
  const open = project.value;
  return (
    <div class="page classify">
      <h1>{say.title}</h1>
      {study.value ? <p class="notice">{say.hidden}</p> : open && (open.model ? <Shown key={open.name} name={open.name} /> : <NoModel />)}
    </div>
  );
}

function Shown({ name }: { name: string }) {
  return (
    <>
      <p class="lead">{say.about}</p>
      <ClassifyText project={name} />
      <ClassifyFile project={name} />
    </>
  );
}

function NoModel() {
  return (
    <>
      <p>{say.noModel}</p>
      <LinkButton kind="primary" href={address("teach")}>{say.teach}</LinkButton>
    </>
  );
}
