// How much was taught, for how long, and how far teachers agree.
import type { ProgressNow, ProjectNow } from "../api/schema";
import { Fact } from "../forms/fact";
import { minutes } from "../numbers";
import { say } from "./strings";

export function Facts({ progress, project }: { progress: ProgressNow; project: ProjectNow }) {
  const { counts } = project;
  const taughtFor = Math.max(0, ...[...progress.curve, ...progress.expected].map((point) => point.minutes)); // nothing may be measured yet
  const { agreement } = progress;
  return (
    <dl class="facts">
      <Fact name={say.facts.lessons} value={say.facts.labels(counts.labels)} about={say.facts.kinds(counts.words, counts.rationales)} />
      <Fact name={say.facts.time} value={minutes(taughtFor)} />
      <Fact
        name={say.facts.agreement}
        value={agreement.krippendorff === null ? say.facts.alone : say.facts.alpha(agreement.krippendorff)}
        about={agreement.documents ? say.facts.sharedDocuments(agreement.documents) : ""}
      />
    </dl>
  );
}
