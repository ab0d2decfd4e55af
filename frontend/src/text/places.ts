// From the page to the text and back: which unit of the text a place in the DOM is, and passing highlights drawn over it.
import type { Range as Passage } from "./words";

/** The unit of the text at a place in the DOM, or null outside the text. */
function unitAt(root: Element, node: Node, offset: number): number | null {
  if (node === root) return blockStart(root.children[offset]) ?? (root.textContent?.length ?? 0);
  const block = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>(".block");
  if (!block || !root.contains(block)) return null;
  const before = document.createRange();
  before.setStart(block, 0);
  before.setEnd(node, offset);
  return (blockStart(block) ?? 0) + before.toString().length;
}

function blockStart(block: Element | undefined | null): number | null {
  const start = block instanceof HTMLElement ? block.dataset.start : undefined;
  return start === undefined ? null : Number(start);
}

/** The passage of the text that the person has selected, blanks and cut words and all. */
export function selectedPassage(root: Element): Passage | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.startContainer) && !root.contains(range.endContainer)) return null;
  const start = root.contains(range.startContainer) ? unitAt(root, range.startContainer, range.startOffset) : 0;
  const end = root.contains(range.endContainer) ? unitAt(root, range.endContainer, range.endOffset) : (root.textContent?.length ?? 0);
  return start === null || end === null || start >= end ? null : { start, end };
}

/** The unit under a point of the window, or null. */
export function unitUnder(root: Element, x: number, y: number): number | null {
  const place = document.caretPositionFromPoint?.(x, y);
  if (place) return root.contains(place.offsetNode) ? unitAt(root, place.offsetNode, place.offset) : null;
  const range = document.caretRangeFromPoint?.(x, y);
  return range && root.contains(range.startContainer) ? unitAt(root, range.startContainer, range.startOffset) : null;
}

/** A passage as a DOM range, for measuring, scrolling and the Highlight API. */
export function rangeOf(root: Element, { start, end }: Passage): Range | null {
  const from = placeOf(root, start, false);
  const to = placeOf(root, end, true);
  if (!from || !to) return null;
  const range = document.createRange();
  range.setStart(from.node, from.offset);
  range.setEnd(to.node, to.offset);
  return range;
}

function placeOf(root: Element, unit: number, ending: boolean): { node: Node; offset: number } | null {
  const blocks = root.children;
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const start = blockStart(blocks[middle]) ?? 0;
    if (ending ? start < unit : start <= unit) low = middle;
    else high = middle - 1;
  }
  const block = blocks[low];
  if (!block) return null;
  let left = unit - (blockStart(block) ?? 0);
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (ending ? left <= length : left < length) return { node, offset: left };
    left -= length;
  }
  return { node: block, offset: block.childNodes.length };
}

/** Where terms occur in a text as whole words, whatever their case; at most `most` places. */
export function occurrences(text: string, terms: string | string[], most = 500): Passage[] {
  const patterns = [terms].flat().map(pattern).filter(Boolean);
  if (!patterns.length) return [];
  const passages: Passage[] = [];
  for (const match of text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join("|")})(?![\\p{L}\\p{N}])`, "giu"))) {
    passages.push({ start: match.index, end: match.index + match[0].length });
    if (passages.length === most) break;
  }
  return passages;
}

/** A term as a regular expression; blanks between its words may be any. */
function pattern(term: string): string {
  const words = term.trim().split(/[\s_]+/).filter(Boolean);
  return words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("\\s+");
}

/** Draw passages over the text under a name of the Highlight API, without touching the DOM; none wipes them away. */
export function overlay(name: string, root: Element | null, passages: Passage[]): void {
  if (typeof Highlight === "undefined") return;
  if (!root || !passages.length) {
    CSS.highlights.delete(name);
    return;
  }
  CSS.highlights.set(name, new Highlight(...passages.flatMap((passage) => rangeOf(root, passage) ?? [])));
}
