// Words, sentences and grapheme clusters around a place, looked at in a window: a text may have ten million letters.
export interface Range {
  start: number;
  end: number;
}

const AROUND = 2000;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const words = new Intl.Segmenter(undefined, { granularity: "word" });
const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** The lines around a place, cut at blanks where a line is very long. */
function around(text: string, from: number, to = from): Range {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const next = text.indexOf("\n", to);
  const end = next < 0 ? text.length : next + 1;
  return { start: from - start > AROUND ? blankBefore(text, from - AROUND) : start, end: end - to > AROUND ? blankAfter(text, to + AROUND) : end };
}

function blankBefore(text: string, at: number): number {
  for (let place = at; place > Math.max(0, at - AROUND); place--) if (/\s/.test(text[place - 1] ?? "")) return place;
  return clusterStart(text, Math.max(0, at - AROUND));
}

function blankAfter(text: string, at: number): number {
  for (let place = at; place < Math.min(text.length, at + AROUND); place++) if (/\s/.test(text[place] ?? "")) return place;
  return clusterStart(text, Math.min(text.length, at + AROUND));
}

/** Where the grapheme cluster begins that holds a place; the place itself when it is between two. */
function clusterStart(text: string, at: number): number {
  const from = Math.max(0, at - 64);
  const here = graphemes.segment(text.slice(from, at + 64)).containing(at - from);
  return here ? from + here.index : at;
}

/** Where the cluster ends that holds a place; the place itself when it is between two. */
function clusterEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const from = Math.max(0, at - 64);
  const here = graphemes.segment(text.slice(from, at + 64)).containing(at - from);
  if (!here || from + here.index === at) return at;
  return from + here.index + here.segment.length;
}

function pieces(segmenter: Intl.Segmenter, text: string, window: Range): (Range & { word: boolean })[] {
  return Array.from(segmenter.segment(text.slice(window.start, window.end)), ({ index, segment, isWordLike }) => ({
    start: window.start + index,
    end: window.start + index + segment.length,
    word: isWordLike ?? /[^\s\p{P}]/u.test(segment),
  }));
}

/** A passage without the blanks at its ends, grown to whole words, then to whole clusters; null for blanks alone. */
export function snap(text: string, start: number, end: number): Range | null {
  while (start < end && /\s/.test(text[start] ?? "")) start++;
  while (end > start && /\s/.test(text[end - 1] ?? "")) end--;
  if (start >= end) return null;
  const first = pieces(words, text, around(text, start)).find((piece) => piece.start <= start && start < piece.end);
  const last = pieces(words, text, around(text, end - 1)).find((piece) => piece.start < end && end <= piece.end);
  if (first?.word) start = first.start;
  if (last?.word) end = last.end;
  return { start: clusterStart(text, start), end: clusterEnd(text, end) };
}

/** The word at a place, or null between words. */
export function wordAt(text: string, at: number): Range | null {
  const here = pieces(words, text, around(text, at)).find((piece) => piece.start <= at && at < piece.end);
  return here && readable(text, here) ? { start: clusterStart(text, here.start), end: clusterEnd(text, here.end) } : null;
}

/** Words for a person: also an emoji or a number, not a comma. */
function readable(text: string, piece: Range & { word: boolean }): boolean {
  return piece.word || /\p{Extended_Pictographic}/u.test(text.slice(piece.start, piece.end));
}

/** The next word from a place, forwards or backwards; null at the end of the text. */
export function wordFrom(text: string, at: number, forwards: boolean): Range | null {
  for (let place = at; place >= 0 && place <= text.length; ) {
    const window = around(text, place);
    const candidates = pieces(words, text, window).filter((piece) => readable(text, piece));
    const next = forwards ? candidates.find((piece) => piece.start >= at) : candidates.findLast((piece) => piece.end <= at);
    if (next) return { start: clusterStart(text, next.start), end: clusterEnd(text, next.end) };
    const beyond = forwards ? window.end + (window.end === place ? 1 : 0) : window.start - 1;
    if (forwards ? window.end >= text.length : window.start <= 0) return null;
    place = beyond;
  }
  return null;
}

/** The sentence around a place, without the blanks at its ends. */
export function sentenceAt(text: string, at: number): Range | null {
  const here = pieces(sentences, text, around(text, at)).find((piece) => piece.start <= at && at < piece.end);
  return here ? snap(text, here.start, here.end) : null;
}
