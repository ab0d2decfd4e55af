// Looking at what the model says, why, and what was taught: every look can become a lesson.
import type { FunctionComponent } from "preact";
import { address, route } from "../state/route";
import { project, study } from "../state/session";
import { ErrorsTab } from "./errors/errors";
import { MislabelledTab } from "./documents/mislabelled";
import { PredictionsTab } from "./documents/predictions";
import { DisputesTab } from "./disputes/disputes";
import { RulesTab } from "./taught/rules";
import { say, TABS, type Tab } from "./strings";
import { WordsTab } from "./taught/words";
import { LinkButton } from "../forms/button";

const SHOWN: Record<Tab, FunctionComponent> = {
  predictions: PredictionsTab,
  disputes: DisputesTab,
  errors: ErrorsTab,
  mislabelled: MislabelledTab,
  rules: RulesTab,
  words: WordsTab,
};

export default function Review() {
  const [asked, document] = route.value.parts;
  const tab = TABS.find((name) => name === asked) ?? "predictions";
  const Shown = SHOWN[tab];
  const open = project.value;
  return (
    <div class={`review${document === undefined ? "" : " with-document"}`}>
      <div>
        <h1 class="visually-hidden">{say.title}</h1>
        <nav class="tabs" aria-label={say.title}>
          {TABS.map((name) => (
            <a key={name} href={address("review", [name])} aria-current={name === tab ? "page" : undefined}>
              {say.tabs[name]}
            </a>
          ))}
        </nav>
      </div>
      {study.value ? (
        <p class="notice">{say.hidden}</p>
      ) : open?.model ? (
        <Shown key={`${tab} ${open.name}`} />
      ) : (
        open && (
          <div class="empty">
            <p>{say.noModel}</p>
            <LinkButton kind="primary" href={address("teach")}>{say.teach}</LinkButton>
          </div>
        )
      )}
    </div>
  );
}
