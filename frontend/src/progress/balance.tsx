import { Bars } from "../charts/bars";
import { Figure } from "../charts/figure";
import { number } from "../numbers";
import { address } from "../state/route";
import type { ProgressNow } from "../api/schema";
import { say } from "./strings";
import { balanceSentence, thin } from "./summary";

export function BalanceFigure({ balance, classes }: { balance: ProgressNow["balance"]; classes: string[] }) {
  const bars = (counts: Record<string, number>) =>
    classes.map((name, at) => ({ name, value: counts[name] ?? 0, text: number(counts[name] ?? 0), classAt: at }));
  const uneven = thin(balance.labels, classes).length + thin(balance.words, classes).length > 0;
  const table = {
    columns: [...say.balance.columns],
    rows: classes.map((name) => [name, balance.labels[name] ?? 0, balance.words[name] ?? 0]),
  };
  return (
    <Figure title={say.balance.title} summary={balanceSentence(balance, classes)} table={table} file="balance">
      <h3>{say.balance.labels}</h3>
      <Bars bars={bars(balance.labels)} name={say.balance.labels} />
      <h3>{say.balance.words}</h3>
      <Bars bars={bars(balance.words)} name={say.balance.words} />
      {uneven && (
        <p class="figure-nudge">
          <a class="link" href={address("teach")}>
            {say.balance.teach}
          </a>
        </p>
      )}
    </Figure>
  );
}
