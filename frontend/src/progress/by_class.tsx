// What is expected of each class, beside what it was taught.
import type { ClassQuality, Estimate, ProgressNow } from "../api/schema";
import { Figure } from "../charts/figure";
import { Interval } from "../charts/interval";
import { Table } from "../forms/table_frame";
import { listed, number, percent } from "../numbers";
import { Tile } from "../shell/class_chip";
import { howMany, isPoor, share } from "../teach/side/expected";
import { address } from "../state/route";
import { mayTeach, project } from "../state/session";
import { say } from "./strings";
import { LinkButton } from "../forms/button";

export function ByClass({ quality, balance }: Pick<ProgressNow, "quality" | "balance">) {
  const classes = quality?.classes ?? [];
  const poor = classes.filter(isPoor).map(({ name }) => name);
  const summary = poor.length ? say.byClass.poor(listed(poor), poor.length) : say.byClass.about;
  const table = {
    columns: [...say.byClass.columns],
    rows: classes.map((line) => [
      line.name,
      ...numbers(line.precision),
      ...numbers(line.recall),
      ...numbers(line.documents),
      balance.labels[line.name] ?? 0,
      balance.words[line.name] ?? 0,
    ]),
  };
  return (
    <Figure title={say.byClass.title} summary={summary} table={table} file="by-class">
      <Table
        label={say.byClass.title}
        class="by-class"
        names={[say.byClass.class, say.byClass.right, say.byClass.found, say.byClass.expected, say.byClass.labels, say.byClass.words]}
        numbers={[3, 4, 5]}
      >
            {classes.map((line) => (
              <Line key={line.name} line={line} answers={quality?.answers ?? 0} labels={balance.labels[line.name] ?? 0} words={balance.words[line.name] ?? 0} />
            ))}
      </Table>
      {poor.length > 0 && mayTeach.value && (
        <p class="figure-nudge">
          <LinkButton href={address("teach", ["words", poor[0] ?? ""])}>{say.byClass.words_for(poor[0] ?? "")}</LinkButton>
        </p>
      )}
    </Figure>
  );
}

function Line({ line, answers, labels, words }: { line: ClassQuality; answers: number; labels: number; words: number }) {
  const { name, precision, recall, documents } = line;
  return (
    <tr>
      <th scope="row">
        <Tile name={name} /> <span dir="auto">{name}</span>
      </th>
      <td>{precision ? <Share of={precision} answers={answers} /> : say.byClass.never}</td>
      <td>
        <Share of={recall} answers={answers} isBad={isPoor(line)} />
      </td>
      <td class="number" title={say.byClass.between(number(Math.round(documents.low)), number(Math.round(documents.high)))}>
        {howMany(documents)}
      </td>
      <td class="number">{number(labels)}</td>
      <td class="number">{words || (name === project.value?.rest ? say.byClass.noWords : 0)}</td>
    </tr>
  );
}

function Share({ of, answers, isBad = false }: { of: Estimate; answers: number; isBad?: boolean }) {
  const { value, low, high } = of;
  return (
    <span class="metered">
      <Interval at={value} low={low} high={high} />
      <span class={isBad ? "bad" : ""} title={say.byClass.between(percent(low), percent(high))}>
        {share(of, answers)}
      </span>
    </span>
  );
}

function numbers(of: Estimate | null): (number | null)[] {
  return of ? [of.value, of.low, of.high] : [null, null, null];
}
