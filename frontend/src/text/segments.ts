// Marks that may overlap, as flat pieces of text; and a long text as blocks that are laid out when they are seen.

/** A passage that is marked, in UTF-16 units. Marks of the same layer look the same. */
export interface Mark {
  start: number;
  end: number;
  layer: string;
}

export interface Segment {
  start: number;
  end: number;
  layers: string[];
}

export interface Block {
  start: number;
  end: number;
}

const BLOCK = 2000;
const LONGEST_LINE = 20_000;

/** Where a text is cut into blocks: at ends of lines, or inside a line that is longer than any screen. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  while (start < text.length) {
    const next = text.indexOf("\n", Math.min(start + BLOCK, text.length));
    let end = next < 0 ? text.length : next + 1;
    if (end - start > LONGEST_LINE) end = cutOf(text, start + LONGEST_LINE);
    blocks.push({ start, end });
    start = end;
  }
  return blocks;
}

/** After the last blank before a place; without one, at the place, never inside a surrogate pair or a cluster's tail. */
function cutOf(text: string, at: number): number {
  const blank = Math.max(text.lastIndexOf(" ", at), text.lastIndexOf("\n", at));
  if (blank > at - BLOCK) return blank + 1;
  let cut = at;
  while (cut > at - 64 && /\p{M}|\u200d|[\udc00-\udfff]/u.test(text[cut] ?? "")) cut--;
  return cut;
}

/** The pieces of a block: every piece has the same marks from its first unit to its last. */
export function segmentsOf(block: Block, marks: Mark[]): Segment[] {
  const here = marks.filter(({ start, end }) => start < block.end && end > block.start && start < end);
  if (!here.length) return [{ ...block, layers: [] }];
  const cuts = new Set([block.start, block.end]);
  for (const { start, end } of here) {
    cuts.add(Math.max(start, block.start));
    cuts.add(Math.min(end, block.end));
  }
  const sorted = [...cuts].sort((a, b) => a - b);
  const open = here.sort((a, b) => a.start - b.start);
  let live: Mark[] = [];
  let next = 0;
  return sorted.slice(1).map((end, at) => {
    const start = sorted[at] ?? block.start;
    for (let mark = open[next]; mark && mark.start <= start; mark = open[++next]) live.push(mark);
    live = live.filter((mark) => mark.end > start);
    return { start, end, layers: [...new Set(live.map(({ layer }) => layer))].sort() };
  });
}
