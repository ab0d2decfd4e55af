import { Bars } from "../charts/bars";
import { Figure } from "../charts/figure";
import { decimal } from "../numbers";
import type { ProgressAnswer } from "./answer";
import { say } from "./strings";

const ENOUGH = 2.5; // Zaidan et al. (2007): highlights on half of the documents gave nearly all of the gain
const STUDY = 8; // the middle of their annotators' 5 to 11

export function HighlightsFigure({ highlights: { per_document, passages } }: Pick<ProgressAnswer, "highlights">) {
  const summary = passages ? say.highlights.summary(per_document, passages) : say.highlights.none;
  const table = { columns: [...say.highlights.columns], rows: [[say.highlights.here, per_document]] };
  return (
    <Figure title={say.highlights.title} summary={summary} table={table} file="highlights">
      {passages > 0 && (
        <Bars
          name={say.highlights.title}
          bars={[
            { name: say.highlights.here, value: per_document, text: decimal(per_document) },
            { name: say.highlights.enough, value: ENOUGH, text: say.highlights.few },
            { name: say.highlights.study, value: STUDY, text: say.highlights.usual },
          ]}
        />
      )}
    </Figure>
  );
}
