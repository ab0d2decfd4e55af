import { Bars } from "../charts/bars";
import { Figure } from "../charts/figure";
import { decimal } from "../numbers";
import type { ProgressNow } from "../api/schema";
import { say } from "./strings";

const ENOUGH = 2.5; // Zaidan et al. (2007): rationales on half of the documents gave nearly all of the gain
const STUDY = 8; // the middle of their annotators' 5 to 11

export function RationalesFigure({ highlights: { per_document, passages } }: Pick<ProgressNow, "highlights">) {
  const summary = say.rationales.summary(per_document, passages);
  const table = { columns: [...say.rationales.columns], rows: [[say.rationales.here, per_document]] };
  return (
    <Figure title={say.rationales.title} summary={summary} table={table} file="passages">
      <Bars
        name={say.rationales.title}
        bars={[
          { name: say.rationales.here, value: per_document, text: decimal(per_document) },
          { name: say.rationales.enough, value: ENOUGH, text: say.rationales.few },
          { name: say.rationales.study, value: STUDY, text: say.rationales.usual },
        ]}
      />
    </Figure>
  );
}
