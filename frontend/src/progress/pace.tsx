import { Bars } from "../charts/bars";
import { Figure } from "../charts/figure";
import { seconds as inSeconds } from "../numbers";
import type { ProgressNow } from "../api/schema";
import { say } from "./strings";
import { kindName, paceSentence } from "./summary";

export function PaceFigure({ seconds, dualist }: Pick<ProgressNow, "seconds" | "dualist">) {
  const timed = Object.entries(seconds)
    .filter(([, pace]) => pace.n)
    .sort(([, one], [, other]) => other.n - one.n);
  const bars = timed.map(([kind, pace]) => {
    const study = dualist[kind];
    return {
      name: kindName(kind),
      value: pace.median,
      text: inSeconds(pace.median),
      against: study === undefined ? undefined : { value: study, text: say.pace.against(study) },
    };
  });
  const table = {
    columns: [...say.pace.columns],
    rows: timed.map(([kind, pace]) => [kindName(kind), pace.median, pace.n, dualist[kind] ?? null]),
  };
  return (
    <Figure title={say.pace.title} summary={paceSentence({ seconds, dualist })} table={table} file="seconds-per-action">
      {bars.length > 0 && <Bars bars={bars} name={say.pace.title} />}
    </Figure>
  );
}
