// How many predictions the last retrain changed, or this batch by now; what, and because of what, has a screen of its own.
import { useAnswer } from "../../api/answer";
import { query, within } from "../../api/client";
import type { Changes } from "../../api/schema";
import { number } from "../../numbers";
import { address } from "../../state/route";
import { project } from "../../state/session";
import { say } from "../../pane_strings";
import { useUntilNewest } from "../changed/outdated";
import { before, isDone, questions } from "../queue/batch";

export function WhatChanged() {
  const asked = questions.value?.model?.number ?? null;
  const newest = project.value?.model?.number;
  const since = isDone.value && asked !== null && newest !== asked ? asked : before.value;
  const wanted = since !== null && since !== (isDone.value ? newest : asked);
  const answer = useAnswer<Changes | null>(wanted ? within(project.value?.name ?? "", "review", "changes") + query({ since }) : null);
  useUntilNewest(answer, wanted ? since : null, newest, isDone.value); // while she works on a batch, it says what led to the batch
  const isTold = project.value?.quality || !project.value?.cold?.needs.length; // else nothing is told of what the model says now
  if (!wanted || !answer.value || answer.value.since !== since || !isTold) return null;
  const { changed, documents } = answer.value;
  return (
    <a class="what-changed" href={address("teach", ["changed"], { since: String(since) })}>
      {say.changed(number(changed), number(documents))}
    </a>
  );
}
