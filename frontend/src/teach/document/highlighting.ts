// Highlighting a passage without a mouse: by keys a word at a time, by touch from tap to tap.
import { announce } from "../../shell/announce";
import { say } from "../../strings";
import { rangeOf, unitUnder } from "../../text/places";
import { type Range, sentenceAt, wordAt, wordFrom } from "../../text/words";
import { dropPassageAt, keepPassage } from "../lessons/actions";
import { row } from "../queue/batch";
import { type Pending, pending } from "./passages";

const text = () => row.peek()?.text ?? "";

/** From one word to another, whichever comes first. */
function between(anchor: Range, head: Range, by: Pending["by"]): Pending {
  return { start: Math.min(anchor.start, head.start), end: Math.max(anchor.end, head.end), anchor, by };
}

/** The word that moves when the passage grows or shrinks: the one away from the anchor. */
function headOf({ start, end, anchor }: Pending): Range {
  const at = start < anchor.start ? start : end - 1;
  return wordAt(text(), at) ?? { start: at, end: at + 1 };
}

function put(next: Pending): void {
  pending.value = next;
  announce(text().slice(next.start, next.end).slice(0, 200));
}

/** Begin at the first word that is seen, or leave the mode. */
export function toggleKeys(root: HTMLElement | null): void {
  if (pending.peek()?.by === "keys" || !root) {
    pending.value = null;
    return;
  }
  const first = wordFrom(text(), firstSeen(root), true);
  if (!first) return;
  root.parentElement?.focus({ preventScroll: true });
  put(between(first, first, "keys"));
  announce(`${say.highlight.mode} ${text().slice(first.start, first.end)}`);
}

/** The unit of the text at the top of what is seen of it. */
function firstSeen(root: HTMLElement): number {
  const box = root.getBoundingClientRect();
  const top = Math.max(box.top, root.closest(".reader")?.getBoundingClientRect().top ?? 0);
  return top > box.top + 1 ? (unitUnder(root, box.left + 24, top + 12) ?? 0) : 0;
}

/** The keys of the mode; answers whether the key was one of them. */
export function pressInMode(event: KeyboardEvent, root: HTMLElement): boolean {
  const framed = pending.peek();
  if (framed?.by !== "keys" || event.ctrlKey || event.metaKey || event.altKey) return false;
  const rightToLeft = getComputedStyle(root.querySelector(".block") ?? root).direction === "rtl";
  const head = headOf(framed);
  switch (event.key) {
    case "ArrowRight":
    case "ArrowLeft": {
      const forwards = (event.key === "ArrowRight") !== rightToLeft;
      return moved(framed, wordFrom(text(), forwards ? head.end : head.start, forwards), event.shiftKey);
    }
    case "ArrowDown":
    case "ArrowUp":
      return moved(framed, wordInLine(root, head, event.key === "ArrowDown"), event.shiftKey);
    case "s":
    case "S": {
      const sentence = sentenceAt(text(), head.start);
      if (sentence) put({ ...sentence, anchor: { start: sentence.start, end: sentence.start + 1 }, by: "keys" });
      return true;
    }
    case "Enter":
      keepPassage(framed);
      pending.value = between(head, head, "keys");
      return true;
    case "Backspace":
    case "Delete":
      dropPassageAt(head.start);
      return true;
    case "Escape":
    case "h":
    case "H":
      pending.value = null;
      announce(say.highlight.left);
      return true;
    default:
      return false;
  }
}

function moved(framed: Pending, word: Range | null, extend: boolean): true {
  if (word) put(between(extend ? framed.anchor : word, word, "keys"));
  return true;
}

/** The word above or below, in the next line as it is laid out. */
function wordInLine(root: HTMLElement, head: Range, below: boolean): Range | null {
  const box = rangeOf(root, head)?.getBoundingClientRect();
  if (!box) return null;
  for (const step of [1, 2]) {
    const y = below ? box.bottom + box.height * (step - 0.4) : box.top - box.height * (step - 0.4);
    const unit = unitUnder(root, (box.left + box.right) / 2, y);
    const word = unit === null ? null : (wordAt(text(), unit) ?? wordFrom(text(), unit, false));
    if (word && word.start !== head.start) return word;
  }
  return wordFrom(text(), below ? head.end : head.start, below);
}

/** A tapped word begins a passage, or ends the one that was begun. */
export function tap(word: Range): void {
  const framed = pending.peek();
  put(framed?.by === "touch" ? between(framed.anchor, word, "touch") : between(word, word, "touch"));
}

/** Take one end of the passage: the word at the other end stays where it is. */
export function hold(end: "start" | "end"): void {
  const framed = pending.peek();
  const anchor = framed && wordAt(text(), end === "start" ? framed.end - 1 : framed.start);
  if (framed && anchor) pending.value = { ...framed, anchor };
}

/** Move the end that was taken to a word, also beyond the other end. */
export function drag(word: Range): void {
  const framed = pending.peek();
  if (framed) pending.value = between(framed.anchor, word, "touch");
}
