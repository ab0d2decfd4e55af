// Beside the text: how good the model is, what is best done next, and where it was surprised.
import { panel } from "../../shell/open_panel";
import { openDocuments, project, study } from "../../state/session";
import { say } from "../../pane_strings";
import { say as onScreen } from "../../strings";
import { isDone, isMeasuring, questions } from "../queue/batch";
import { MeasureNow } from "../queue/measure_now";
import { ClassTable, Expected, GoalReached } from "./expected";
import { NextStep } from "./next_step";
import { SurpriseList } from "./surprise_list";
import { WhatChanged } from "./what_changed";

export function Side() {
  const open = project.value;
  if (!open || study.value) return null;
  return (
    <>
      {panel.value === "side" && (
        <button type="button" class="button side-close" onClick={() => (panel.value = null)}>
          {onScreen.words.done}
        </button>
      )}
      <section>
        <h2>{say.side.accuracy}</h2>
        <Expected quality={open.quality} />
      </section>
      <GoalReached quality={open.quality} />
      <ClassTable quality={open.quality} />
      {!isDone.value && <WhatChanged /> /* else it is on the card in the middle */}
      {open.model && !isMeasuring.value && (questions.value?.plan || openDocuments.value > 0) && (
        <section class={questions.value?.plan ? "best-next" : ""}>
          {questions.value?.plan && <h2>{say.side.next}</h2>}
          <NextStep />
          <MeasureNow />
        </section>
      )}
      <SurpriseList />
    </>
  );
}
