// The text in the middle: read it, highlight passages in it, ask about one of its words.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { signal } from "@preact/signals";
import type { RefObject } from "preact";
import { conflicts } from "../../state/connection";
import { taught } from "../../state/lessons/lessons";
import { classNumbers, project } from "../../state/session";
import { say } from "../../strings";
import { DocumentText } from "../../text/document_text";
import { Fields } from "../../text/fields";
import { overlay, occurrences, rangeOf, selectedPassage, unitUnder } from "../../text/places";
import type { Mark } from "../../text/segments";
import { type Range, snap, wordAt } from "../../text/words";
import { keepPassage } from "../lessons/actions";
import { place, type Row, rows } from "../queue/batch";
import { pressInMode, tap } from "./highlighting";
import { offsets, passages, pending } from "./passages";
import { TouchHandles, Remarks, WordMenu } from "../lazy_panes";
import { pointedTerm } from "../words/pointed_term";
import { explanation, guessShown, without } from "../guess/guess_state";
import { suggestions } from "./suggested_passages";

/** The element that holds the text, for the commands that need it. */
export const textElement = signal<HTMLDivElement | null>(null);

const NAMES = { rationale: say.highlight.one, why: say.highlight.reason };

export function DocumentPane({ document: shown }: { document: Row }) {
  const root = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<Range | null>(null);
  const text = shown.text;

  useLayoutEffect(() => {
    textElement.value = root.current;
    setAsked(null);
    pending.value = null;
    root.current?.closest(".reader")?.scrollTo(0, 0);
  }, [shown.id]); // before the next key is pressed, however long the text is

  const term = pointedTerm.value;
  useEffect(() => {
    overlay("places", root.current, term ? occurrences(text, term) : []);
    return () => overlay("places", null, []);
  }, [term, text, passages.value]);

  useTaughtWords(root, text);
  const marks = useMarks();
  useLayoutEffect(() => {
    if (pending.value?.by === "keys") keepInSight(root.current, pending.value);
  }, [pending.value]);
  useLayoutEffect(() => {
    if (without.value) keepInSight(root.current, marks.find(({ layer }) => layer === "gone"));
  }, [without.value]);

  function wordUnder(x: number, y: number): Range | null {
    const unit = root.current && unitUnder(root.current, x, y);
    if (unit === null || !root.current) return null;
    const word = wordAt(text, unit) ?? (unit > 0 ? wordAt(text, unit - 1) : null);
    const boxes = word && rangeOf(root.current, word)?.getClientRects();
    return boxes && [...boxes].some((box) => x >= box.left - 2 && x <= box.right + 2 && y >= box.top - 4 && y <= box.bottom + 4) ? word : null;
  }

  function release(): void {
    const passage = root.current && selectedPassage(root.current);
    if (!passage) return;
    const snapped = snap(text, passage.start, passage.end);
    getSelection()?.removeAllRanges();
    if (snapped) keepPassage(snapped);
  }

  return (
    <section class="reader" aria-label={say.text.of(place.value + 1, rows.value.length)}>
      <div class="sheet">
        <div
          class="text-holder"
          tabIndex={0}
          role="group"
          aria-label={say.text.name}
          aria-description={pending.value?.by === "keys" ? say.highlight.mode : say.text.how}
          onPointerDown={(event) => {
            if (event.pointerType !== "touch") addEventListener("pointerup", () => setTimeout(release), { once: true });
          }}
          onClick={(event) => {
            if (getSelection()?.isCollapsed === false) return;
            const word = wordUnder(event.clientX, event.clientY);
            const touch = event instanceof PointerEvent && event.pointerType === "touch";
            if (!touch) setAsked(word);
            else if (word) tap(word);
          }}
          onKeyDown={(event) => {
            if (!root.current || !pressInMode(event, root.current)) return;
            event.preventDefault();
            event.stopPropagation();
          }}
        >
          <DocumentText text={text} marks={marks} textRef={root} direction={project.value?.settings.direction ?? "auto"} names={NAMES} />
        </div>
        {pending.value?.by === "touch" && <TouchHandles framed={pending.value} root={root} wordUnder={wordUnder} onWord={setAsked} />}
        {asked && <WordMenu word={asked} text={text} root={root} onClose={() => setAsked(null)} />}
        {(taught.value.counted.flags(shown.id).at(-1) || conflicts.value[shown.id]) && <Remarks document={shown} />}
        <Fields of={shown.fields} />
      </div>
    </section>
  );
}

const COLOURS = 8;
const LONGEST_SEARCHED = 200_000;

/** Underline the words that were taught, each in the colour of its class. */
function useTaughtWords(root: RefObject<HTMLDivElement | null>, text: string): void {
  const { counted } = taught.value;
  const classes = project.value?.classes ?? [];
  const numbers = classNumbers.value;
  const highlights = passages.value;
  useEffect(() => {
    const searched = text.slice(0, LONGEST_SEARCHED);
    for (let colour = 0; colour < COLOURS; colour++) {
      const terms = classes.filter((name) => (numbers.get(name) ?? 0) % COLOURS === colour).flatMap((name) => counted.wordsOf(name));
      overlay(`taught-${colour}`, root.current, occurrences(searched, terms));
    }
  }, [taught.value, text, classes, highlights]);
}

function useMarks(): Mark[] {
  const why = guessShown.value ? explanation.value?.spans : undefined;
  const faded = without.value;
  const framed = pending.value;
  const highlighted = passages.value;
  const suggested = suggestions.value;
  const map = offsets.value;
  return useMemo(
    () => [
      ...highlighted.map(({ start, end }) => ({ start, end, layer: "rationale" })),
      ...suggested.map(({ start, end }) => ({ start, end, layer: "suggested" })),
      ...(why ?? []).map(([start, end]) => ({ start: map.toUnits(start), end: map.toUnits(end), layer: faded ? "gone" : "why" })),
      ...(framed ? [{ start: framed.start, end: framed.end, layer: "pending" }] : []),
    ],
    [why, faded, framed, highlighted, suggested, map],
  );
}

/** Scroll the text as far as it takes to read a place of it. */
function keepInSight(text: HTMLElement | null, place: Range | undefined): void {
  const scroller = text?.closest(".reader");
  const box = text && place && rangeOf(text, place)?.getBoundingClientRect();
  if (!scroller || !box) return;
  const view = scroller.getBoundingClientRect();
  if (box.top < view.top + 60) scroller.scrollBy(0, box.top - view.top - 60);
  else if (box.bottom > view.bottom - 90) scroller.scrollBy(0, box.bottom - view.bottom + 90);
}
