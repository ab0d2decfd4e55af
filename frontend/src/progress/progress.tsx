// How far the teaching has come: is the model good, is the teaching even, is it time to stop?
import { useEffect } from "preact/hooks";
import { Answered, useAnswer, useUntilComplete } from "../api/answer";
import { within } from "../api/client";
import type { ProgressNow, ProjectNow } from "../api/schema";
import { address } from "../state/route";
import { isPerson } from "../state/own_names";
import { openDocuments, project, study } from "../state/session";
import { AgreementFigure } from "./agreement";
import { ByClass } from "./by_class";
import { CalibrationFigure } from "./calibration";
import { CurveFigure } from "./curve";
import { Doubts } from "./doubts";
import { FacetsFigure } from "./facets";
import { Facts } from "./facts";
import { BalanceFigure, PaceFigure, RationalesFigure, TeachersFigure } from "./figures";
import { Head } from "./head";
import { MatrixFigure } from "./matrix";
import { say } from "./strings";
import { LinkButton } from "../forms/button";

const AGAIN = 300; // milliseconds between two looks at a curve that is being worked out

export default function Progress() {
  const open = project.value;
  return (
    <div class="page progress">
      <h1 class="visually-hidden">{say.title}</h1>
      {study.value ? <p class="notice">{say.hidden}</p> : open && <Shown open={open} />}
    </div>
  );
}

function Shown({ open }: { open: ProjectNow }) {
  const answer = useAnswer<ProgressNow>(`${within(open.name, "progress")}?wait=0.2`);
  const { labels, words, rationales, skips } = open.counts;
  const learned = open.model?.position;
  useEffect(answer.again, [learned]);
  useUntilComplete(answer, AGAIN);
  return (
    <Answered answer={answer}>
      {(progress) => (labels + words + rationales + skips > 0 ? <Charts progress={progress} open={open} /> : <Empty />)}
    </Answered>
  );
}

function Charts({ progress, open }: { progress: ProgressNow; open: ProjectNow }) {
  const { advice } = progress;
  const people = progress.teachers.filter(({ name }) => isPerson(name));
  return (
    <>
      <Head quality={progress.quality} />
      <p class={`advice${advice.stop ? " stop" : ""}`}>{advice.stop || openDocuments.value ? advice.why : say.allAnswered}</p>
      {open.model?.remark && <p class="notice">{open.model.remark}</p>}
      <div class="quality-cards">
        <CurveFigure curve={progress.curve} expected={progress.expected} baseline={progress.baseline} missing={progress.missing} />
        {progress.evidence && <MatrixFigure evidence={progress.evidence} />}
        {progress.quality ? <ByClass quality={progress.quality} balance={progress.balance} /> : <BalanceFigure balance={progress.balance} classes={open.classes} />}
        {progress.evidence && <CalibrationFigure evidence={progress.evidence} />}
      </div>
      <Doubts contradicted={progress.contradicted} />
      <Facts progress={progress} project={open} />
      <div class="figures">
        <PaceFigure seconds={progress.seconds} dualist={progress.dualist} />
        {people.length > 1 && <AgreementFigure agreement={progress.agreement} />}
        {progress.highlights.passages > 0 && <RationalesFigure highlights={progress.highlights} />}
        <FacetsFigure />
      </div>
      {people.length > 1 && <TeachersFigure teachers={people} />}
    </>
  );
}

function Empty() {
  return (
    <div class="empty">
      <h2>{say.empty.title}</h2>
      <p>{say.empty.text}</p>
      <LinkButton kind="primary" href={address("teach")}>{say.empty.teach}</LinkButton>
    </div>
  );
}
