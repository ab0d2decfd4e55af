// How far each teacher can be relied on, how far they agree, and what to talk about.
import type { Disputes } from "../../api/schema";
import { Interval } from "../../charts/interval";
import { ColumnHeads } from "../../forms/table_frame";
import { decimal, listed, number, percent } from "../../numbers";
import { Tile } from "../../shell/class_chip";
import { nameOf } from "../../state/own_names";
import { address } from "../../state/route";
import { say } from "../strings";

export function Teachers({ found: { teachers, compared, alpha, low, high, blind, talk } }: { found: Disputes }) {
  return (
    <aside class="pane teachers" aria-label={say.disputes.teachers}>
      <h2>{say.disputes.teachers}</h2>
      <p class="faint">{say.disputes.twice(compared)}</p>
      {teachers.length > 0 && (
        <table>
          <ColumnHeads names={[say.disputes.teacher, say.disputes.reliable, say.disputes.labels]} numbers={[2]} />
          <tbody>
            {teachers.map((each) => (
              <tr key={each.name}>
                <th scope="row" dir="auto">
                  {nameOf(each.name)}
                </th>
                <td>
                  {each.compared ? (
                    <>
                      <Interval at={each.right} low={each.low} high={each.high} />
                      <span title={say.disputes.between(percent(each.low), percent(each.high), each.compared)}>{percent(each.right)}</span>
                      <span class="visually-hidden">{say.disputes.between(percent(each.low), percent(each.high), each.compared)}</span>
                    </>
                  ) : (
                    <span class="faint">{say.disputes.unknown}</span>
                  )}
                </td>
                <td class="number">{number(each.labels)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {blind && <Alpha name={say.disputes.blind(blind.documents)} value={blind.krippendorff} low={blind.low} high={blind.high} />}
      {alpha !== null && alpha !== blind?.krippendorff && <Alpha name={blind ? say.disputes.alphaAll : say.disputes.alpha} value={alpha} low={low} high={high} />}
      <h2>{say.disputes.talk}</h2>
      {!talk.length && <p class="faint">{say.disputes.noTalk}</p>}
      <ul class="plain-list">
        {talk.map(({ classes: [one, other], times, words, sides, documents }) => (
          <li key={`${one} ${other}`} class="talk box">
            <p class="row">
              <span>
                <Tile name={one} /> {say.disputes.or} <Tile name={other} /> <b dir="auto">{words.length ? listed(words) : listed([one, other])}</b>
              </span>
              <span class="faint">{say.disputes.times(times)}</span>
            </p>
            <p class="faint" dir="auto">
              {Object.keys(sides).length > 1 ? say.disputes.sides(Object.entries(sides).map(([who, name]) => [nameOf(who), name])) : say.disputes.between2(one, other)}{" "}
              {documents.slice(0, 3).map((id) => (
                <a key={id} class="link" href={address("review", ["predictions", id])}>
                  {id}
                </a>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </aside>
  );
}

function Alpha({ name, value, low, high }: { name: string; value: number; low: number | null; high: number | null }) {
  return (
    <p class="row alpha">
      <span>{name}</span>
      <span>
        <b>{decimal(value, 2)}</b> <span class="faint">{low !== null && high !== null && say.disputes.range(decimal(low, 2), decimal(high, 2))}</span>
      </span>
    </p>
  );
}
