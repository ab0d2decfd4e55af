// The two handles of a passage that is being highlighted by touch, and the bar that keeps it.
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { say } from "../../pane_strings";
import { rangeOf } from "../../text/places";
import type { Range } from "../../text/words";
import { keepPassage } from "../lessons/actions";
import { drag, hold } from "./highlighting";
import { type Pending, pending } from "./passages";
import { Button } from "../../forms/button";

interface Props {
  framed: Pending;
  root: RefObject<HTMLDivElement | null>;
  wordUnder: (x: number, y: number) => Range | null;
  /** Asks about the word, when the passage is just one. */
  onWord: (word: Range) => void;
}

type Place = { left: string; top: string };

const place = (left: number, top: number): Place => ({ left: `${left}px`, top: `${top}px` });

export function TouchHandles({ framed, root, wordUnder, onWord }: Props) {
  const [places, setPlaces] = useState<{ start: Place; end: Place } | null>(null);
  useLayoutEffect(() => {
    const boxes = root.current ? [...(rangeOf(root.current, framed)?.getClientRects() ?? [])] : [];
    const page = root.current?.closest(".sheet")?.getBoundingClientRect();
    const [first, last] = [boxes[0], boxes.at(-1)];
    if (!first || !last || !page) return setPlaces(null);
    setPlaces({
      start: place(first.left - page.left, first.bottom - page.top),
      end: place(last.right - page.left, last.bottom - page.top),
    });
  }, [framed]);
  if (!places) return null;

  const grab = (end: "start" | "end") => (event: PointerEvent) => {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    hold(end);
  };
  const follow = (event: PointerEvent) => {
    const word = event.buttons ? wordUnder(event.clientX, event.clientY - 28) : null; // the word above the finger
    if (word) drag(word);
  };
  const single = framed.start === framed.anchor.start && framed.end === framed.anchor.end;
  return (
    <>
      {(["start", "end"] as const).map((end) => (
        <span key={end} class={`handle ${end}`} aria-hidden="true" style={places[end]} onPointerDown={grab(end)} onPointerMove={follow} />
      ))}
      <div class="touch-bar" role="toolbar" aria-label={say.highlight.bar}>
        <Button kind="primary" onClick={() => {
          keepPassage(framed);
          pending.value = null;
        }}>
          {say.highlight.keep}
        </Button>
        {single && (
          <Button onClick={() => {
            pending.value = null;
            onWord(framed.anchor);
          }}>{say.highlight.aboutWord}</Button>
        )}
        <Button kind="quiet" onClick={() => (pending.value = null)}>{say.highlight.cancel}</Button>
      </div>
    </>
  );
}
