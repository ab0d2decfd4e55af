import { tint } from "../state/session";
import { Bars } from "../charts/bars";
import { Figure } from "../charts/figure";
import { number } from "../numbers";
import type { ProgressNow } from "../api/schema";
import { say } from "./strings";

export function BalanceFigure({ balance, classes }: { balance: ProgressNow["balance"]; classes: string[] }) {
  const bars = (counts: Record<string, number>) =>
    classes.map((name) => ({ name, value: counts[name] ?? 0, text: number(counts[name] ?? 0), tint: tint(name) }));
  const table = {
    columns: [...say.balance.columns],
    rows: classes.map((name) => [name, balance.labels[name] ?? 0, balance.words[name] ?? 0]),
  };
  return (
    <Figure title={say.balance.title} summary={say.balance.about} table={table} file="balance">
      <h3>{say.balance.labels}</h3>
      <Bars bars={bars(balance.labels)} name={say.balance.labels} />
      <h3>{say.balance.words}</h3>
      <Bars bars={bars(balance.words)} name={say.balance.words} />
    </Figure>
  );
}
