// Accuracy by the values of a field: is the model as good on letters as on mails, in May as in March?
import { useState } from "preact/hooks";
import { Answered, useAnswer } from "../api/answer";
import { within } from "../api/client";
import type { Facet } from "../api/schema";
import { Bars } from "../charts/bars";
import { Figure } from "../charts/figure";
import { named, Select } from "../forms/select";
import { percent } from "../numbers";
import { project } from "../state/session";
import { say } from "./strings";

export function FacetsFigure() {
  const answer = useAnswer<Facet[]>(within(project.value?.name ?? "", "progress", "facets"));
  return <Answered answer={answer}>{(facets) => <Chosen facets={facets} />}</Answered>;
}

function Chosen({ facets }: { facets: Facet[] }) {
  const [field, setField] = useState("");
  const facet = facets.find((each) => each.field === field) ?? facets[0];
  if (!facet) return null;
  const name = (value: string | null) => value ?? say.facets.others;
  const table = {
    columns: [facet.field, ...say.facets.columns],
    rows: facet.values.map(({ value, right, checked, accuracy, low, high }) => [name(value), right, checked, accuracy, low, high]),
  };
  const bars = facet.values.map(({ value, accuracy, low, high, checked }) => ({
    name: name(value),
    value: accuracy,
    text: say.facets.value(percent(accuracy), percent(low), percent(high), checked),
  }));
  const controls = <Select label={say.facets.field} value={facet.field} options={named(facets.map((each) => each.field))} choose={setField} />;
  return (
    <Figure title={say.facets.title} summary={say.facets.summary} table={table} file="accuracy-by-field" controls={facets.length > 1 && controls}>
      <Bars bars={bars} name={say.facets.by(facet.field)} />
    </Figure>
  );
}
