// "Try it": words are taken away by clicking or typing, and the model says what it would say then.
import { useEffect, useState } from "preact/hooks";
import { Problem, refusedBy } from "../../api/answer";
import { call, query, within, type Refused } from "../../api/client";
import type { DocumentDetails, Guess } from "../../api/schema";
import { Button } from "../../forms/button";
import { TextField } from "../../forms/field";
import { Form } from "../../forms/form";
import { announce } from "../../shell/announce";
import { KeyCap } from "../../shell/key_cap";
import { project } from "../../state/session";
import { occurrences } from "../../text/places";
import { ClassChip } from "../../shell/class_chip";
import { goneSpans, toggled, type Display } from "./display";
import { Probabilities } from "./probabilities";
import { say } from "../strings";

const PAUSE = 120; // milliseconds after the last click

interface Props {
  document: DocumentDetails;
  /** The number of the model that the card is of. */
  model: number | undefined;
  display: Display;
  change: (change: (before: Display) => Display) => void;
}

export function WordRemoval({ document, model, display, change }: Props) {
  const { trying, gone } = display;
  const { guess, refused } = useGuessWithout(document, model, gone);
  return (
    <section class="trying-part" aria-label={say.trying.title}>
      <Button aria-pressed={trying} onClick={() => change((before) => ({ ...before, trying: !trying }))}>
        {say.trying.on} <KeyCap id="review.try" of="t" />
      </Button>
      {trying && <TakeAway document={document} take={(term) => change((before) => ({ ...before, gone: toggled(before.gone, term) }))} />}
      {gone.length > 0 && (
        <>
          <p class="label">{say.trying.gone}</p>
          <ul class="chips buttons">
            {gone.map((term) => (
              <li key={term}>
                <button
                  class="button small pill"
                  type="button"
                  aria-label={say.trying.putBack(term)}
                  onClick={() => change((before) => ({ ...before, gone: toggled(before.gone, term) }))}
                >
                  {term} <span aria-hidden="true">×</span>
                </button>
              </li>
            ))}
            <li>
              <button class="link" type="button" onClick={() => change((before) => ({ ...before, gone: [] }))}>
                {say.trying.reset}
              </button>
            </li>
          </ul>
        </>
      )}
      {refused && <Problem refused={refused} />}
      {guess && gone.length > 0 && (
        <div class="stack" role="status">
          <p class="says">
            <ClassChip name={guess.class} thought>{say.trying.now(guess.class, guess.probabilities[guess.class] ?? 0)}</ClassChip>
          </p>
          <Probabilities of={guess.probabilities} />
        </div>
      )}
    </section>
  );
}

function TakeAway({ document, take }: { document: DocumentDetails; take: (term: string) => void }) {
  const [typed, setTyped] = useState("");
  const submit = () => {
    const term = typed.trim();
    if (!occurrences(document.text, term, 1).length) return announce(say.trying.missing(term));
    take(term);
    setTyped("");
  };
  return (
    <Form class="form-row" submit={submit}>
      <p class="faint small">{say.trying.about}</p>
      <TextField label={say.trying.word} value={typed} set={setTyped} />
      <Button type="submit" disabled={!typed.trim()}>{say.trying.take}</Button>
    </Form>
  );
}

/** What the model says of the text without the words; the last answer stays until the next one is here. */
function useGuessWithout(document: DocumentDetails, model: number | undefined, gone: string[]): { guess: Guess | undefined; refused: Refused | undefined } {
  const [got, setGot] = useState<{ guess?: Guess; refused?: Refused }>({});
  const name = project.value?.name ?? "";
  useEffect(() => {
    if (!gone.length) return setGot({});
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const body = { remove: goneSpans(document.text, gone) };
      call<Guess>("POST", within(name, "documents", document.id, "try") + query({ model }), body, stop.signal).then(
        (guess) => setGot({ guess }),
        (error: unknown) => !stop.signal.aborted && setGot({ refused: refusedBy(error) }),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [document, model, gone]);
  return { guess: got.guess, refused: got.refused };
}
