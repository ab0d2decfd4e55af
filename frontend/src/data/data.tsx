// Everything around the teaching: what comes in, what goes out, who takes part, and how it is set up.
import type { FunctionComponent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { BareSelect } from "../forms/select";
import { address, go, route } from "../state/route";
import { mayOwn, project } from "../state/session";
import { ClassesSection } from "./classes/classes";
import { ExportSection } from "./export/export";
import { GuidelinesSection } from "./settings/guidelines";
import { HeldOutSection } from "./settings/held_out";
import { HistorySection } from "./history/history";
import { ImportSection } from "./import/import";
import { ModelsSection } from "./export/models";
import { PeopleSection } from "./people/people";
import { TokensSection } from "./people/tokens";
import { SettingsSection } from "./settings/settings";
import { say, SECTIONS, type Section } from "./strings";
import { StudySection } from "./settings/study";

const SHOWN: Record<Section, FunctionComponent> = {
  import: ImportSection,
  export: ExportSection,
  classes: ClassesSection,
  "held-out": HeldOutSection,
  guidelines: GuidelinesSection,
  people: PeopleSection,
  history: HistorySection,
  models: ModelsSection,
  tokens: TokensSection,
  settings: SettingsSection,
  study: StudySection,
};

export default function Data() {
  const section = SECTIONS.find((name) => name === route.value.parts[0]) ?? (mayOwn.value ? "import" : "export");
  const Shown = SHOWN[section];
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) heading.current?.focus();
    first.current = false;
  }, [section]);
  return (
    <div class="data">
      <Sections current={section} />
      <div class="page">
        <h1 ref={heading} tabIndex={-1}>
          {say.sections[section]}
        </h1>
        {project.value && <Shown key={`${section} ${project.value.name}`} />}
      </div>
    </div>
  );
}

function Sections({ current }: { current: Section }) {
  return (
    <nav class="sections" aria-label={say.title}>
      <ul>
        {SECTIONS.map((name) => (
          <li key={name}>
            <a href={address("data", [name])} aria-current={name === current ? "page" : undefined}>
              {say.sections[name]}
            </a>
          </li>
        ))}
      </ul>
      <div class="section-choice">
        <BareSelect label={say.choose} value={current} options={SECTIONS.map((name) => [name, say.sections[name]])} choose={(chosen) => go("data", [chosen])} />
      </div>
    </nav>
  );
}
