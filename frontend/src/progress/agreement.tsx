import { Figure } from "../charts/figure";
import { Fact } from "../forms/fact";
import { decimal } from "../numbers";
import { address } from "../state/route";
import { nameOf } from "../state/own_names";
import type { AgreementNow } from "../api/schema";
import { say } from "./strings";

const SHOWN = 5;
const pair = (one: string, other: string) => say.agreement.pair(nameOf(one), nameOf(other));

export function AgreementFigure({ agreement }: { agreement: AgreementNow }) {
  const { documents, pairs, passages, blind } = agreement;
  const differing = agreement.disagreements;
  const unsettled = differing.filter(({ settled }) => !settled);
  const summary = documents ? say.agreement.summary(documents - differing.length, documents) : say.agreement.none;
  const table = {
    columns: [...say.agreement.columns],
    rows: pairs.map(({ teachers, kappa, documents: shared }) => [pair(...teachers), kappa, shared]),
  };
  return (
    <Figure title={say.agreement.title} summary={summary} table={table} file="agreement">
      {documents > 0 && (
        <>
          <h3>{say.agreement.blind}</h3>
          <p>{blind ? say.agreement.unseen(blind) : say.agreement.noneBlind}</p>
          <h3>{say.agreement.every}</h3>
          <p class="faint small">{say.agreement.everyAbout}</p>
        </>
      )}
      {documents > 0 && (
        <dl class="facts-list">
          {agreement.krippendorff !== null && <Fact name={say.agreement.alpha} value={decimal(agreement.krippendorff, 2)} />}
          {agreement.fleiss !== null && <Fact name={say.agreement.fleiss} value={decimal(agreement.fleiss, 2)} />}
          {pairs.map(({ teachers, kappa }) => (
            <Fact key={teachers.join()} name={`κ ${pair(...teachers)}`} value={decimal(kappa, 2)} />
          ))}
          {passages.map(({ teachers, overlap_f1, same, documents: shared }) => (
            <Fact
              key={`passages ${teachers.join()}`}
              name={`${say.agreement.passages}: ${pair(...teachers)}`}
              value={say.agreement.f1(overlap_f1, same, shared)}
            />
          ))}
        </dl>
      )}
      {unsettled.length > 0 && <Disagreements differing={unsettled} />}
    </Figure>
  );
}

function Disagreements({ differing }: { differing: AgreementNow["disagreements"] }) {
  return (
    <>
      <h3>{say.agreement.disagreements}</h3>
      <ul class="plain-list">
        {differing.slice(0, SHOWN).map(({ document: id, said }) => (
          <li key={id}>
            <a class="link" href={address("review", ["predictions", id], { only: "disagreements" })} aria-label={say.agreement.open(id)}>
              {id}
            </a>{" "}
            <span class="faint">
              {Object.entries(said)
                .map(([teacher, name]) => say.agreement.said(nameOf(teacher), name))
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      {differing.length > SHOWN && (
        <a class="link" href={address("review", ["predictions"], { only: "disagreements" })}>
          {say.agreement.all(differing.length)}
        </a>
      )}
    </>
  );
}
