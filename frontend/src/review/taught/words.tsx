// The words that were taught, with what became of them.
import { useState } from "preact/hooks";
import { Answered, useAnswer } from "../../api/answer";
import { within } from "../../api/client";
import { EffectDialog } from "../../data/history/effect";
import { Table } from "../../forms/table_frame";
import { decimal, listed, number } from "../../numbers";
import { announce } from "../../shell/announce";
import { address } from "../../state/route";
import { dispatch, taught } from "../../state/lessons/lessons";
import { nameOf } from "../../state/own_names";
import { mayTeach, project } from "../../state/session";
import type { TaughtWord } from "../../api/schema";
import { ClassChip } from "../../shell/class_chip";
import { likeTextAddress } from "../selection/more_like";
import { say as onScreen } from "../../strings";
import { say } from "../strings";
import { Button } from "../../forms/button";

export function WordsTab() {
  const answer = useAnswer<TaughtWord[]>(within(project.value?.name ?? "", "words"));
  const [typed, setTyped] = useState("");
  const [removed, setRemoved] = useState<Record<string, string>>({});
  const fits = (line: TaughtWord) => line.term.toLowerCase().includes(typed.trim().toLowerCase());
  return (
    <div class="page">
      <p class="lead">{say.words.about}</p>
      <Answered answer={answer}>
        {(words) =>
          words.length ? (
            <>
              <input
                class="field medium"
                type="search"
                dir="auto"
                aria-label={say.words.search}
                placeholder={say.words.search}
                value={typed}
                onInput={({ currentTarget }) => setTyped(currentTarget.value)}
              />
              <Table
                label={say.tabs.words}
                class="taught-words stacking"
                names={[say.words.term, say.words.class, say.words.documents, say.words.weight, say.words.by]}
                numbers={[2, 3]}
                heard={say.words.remove}
              >
                    {words.filter(fits).map((line) => (
                      <Line key={keyOf(line)} line={line} removed={removed[keyOf(line)]} set={(id) => setRemoved({ ...removed, [keyOf(line)]: id })} />
                    ))}
              </Table>
            </>
          ) : (
            <p>{say.words.none}</p>
          )
        }
      </Answered>
    </div>
  );
}

function keyOf({ term, class: name, strength }: TaughtWord): string {
  return JSON.stringify([term, name, strength > 0]);
}

interface LineProps {
  line: TaughtWord;
  /** The retraction, if it was taken back here. */
  removed: string | undefined;
  set: (retraction: string) => void;
}

function Line({ line, removed, set }: LineProps) {
  const { term, class: name, strength, by, documents, weight } = line;
  const [asked, setAsked] = useState(false);
  const { counted } = taught.value;
  const what = strength > 0 && name !== null ? onScreen.done.worded([term], [name]) : onScreen.done.noReason(term, name);
  const gone = removed !== undefined && counted.counts(removed);
  const id = strength > 0 && name !== null ? counted.word(term, name) : counted.notAReason(term, name);
  const remove = () => {
    if (id === null) return;
    set(dispatch({ kind: "retract", lesson: id })[0] ?? "");
    announce(say.words.removed(term));
  };
  const undo = () => {
    if (removed) dispatch({ kind: "retract", lesson: removed });
  };
  return (
    <tr class={gone ? "taken-back" : ""}>
      <th scope="row" dir="auto">
        <a class="link taught-word" href={address("review", ["predictions"], { q: term })} aria-label={say.words.see(term)}>
          {term}
        </a>
        <a class="link faint small" href={likeTextAddress(term)} aria-label={say.like.word(term)}>
          {say.like.more}
        </a>
        {id !== null && (
          <button type="button" class="link faint small" aria-label={say.words.didOf(term)} onClick={() => setAsked(true)}>
            {say.words.did}
          </button>
        )}
        {asked && id !== null && <EffectDialog lesson={id} what={what} atOnce={false} takeBack={mayTeach.value ? remove : undefined} close={() => setAsked(false)} />}
      </th>
      <td class="speaks">{strength > 0 && name !== null ? <ClassChip name={name} /> : <span class="chip">{say.words.rejected(name)}</span>}</td>
      <td class="number" data-label={say.words.documents}>
        {number(documents)}
      </td>
      <td class="number" data-label={say.words.weight}>
        {weight === null ? "–" : decimal(weight, 2)}
      </td>
      <td data-label={say.words.by}>{listed(by.map(nameOf))}</td>
      <td class="last">
        {gone ? (
          <Button onClick={undo}>{say.words.undo}</Button>
        ) : id !== null && mayTeach.value ? (
          <Button kind="quiet" aria-label={say.words.removeOf(term)} onClick={remove}>{say.words.remove}</Button>
        ) : null}
      </td>
    </tr>
  );
}
