// The part of Markdown that guidelines need, as data: headings, lists, quotes, code, emphasis and links.

export type Inline =
  | string
  | { kind: "strong" | "em"; inside: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "link"; inside: Inline[]; to: string };

export type Block =
  | { kind: "heading"; level: 1 | 2 | 3; inside: Inline[] }
  | { kind: "paragraph"; inside: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "code"; text: string }
  | { kind: "rule" };

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const BULLET = /^\s{0,3}[-*+]\s+(.*)$/;
const NUMBERED = /^\s{0,3}\d{1,9}[.)]\s+(.*)$/;
const QUOTE = /^\s{0,3}>\s?(.*)$/;
const FENCE = /^\s{0,3}```/;
const RULE = /^\s{0,3}([-*_])(\s*\1){2,}\s*$/;
const SAFE = /^(https?:\/\/|mailto:)/i;
const DEEPEST = 8; // quotes within quotes

/** The blocks of a text; what is no Markdown stays as it is written. */
export function parse(text: string, depth = 0): Block[] {
  const lines = text.split(/\r\n|\r|\n/);
  const blocks: Block[] = [];
  let at = 0;
  /** The lines from here on for which `pattern` holds, by its first group. */
  const taken = (pattern: RegExp): string[] => {
    const parts: string[] = [];
    for (; at < lines.length; at++) {
      const match = pattern.exec(lines[at] ?? "");
      if (!match) break;
      parts.push(match[1] ?? "");
    }
    return parts;
  };
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const heading = HEADING.exec(line);
    if (!line.trim()) at++;
    else if (FENCE.test(line)) blocks.push(fenced());
    else if (heading) {
      blocks.push({ kind: "heading", level: levelOf(heading[1] ?? ""), inside: inline(heading[2] ?? "") });
      at++;
    } else if (RULE.test(line)) {
      blocks.push({ kind: "rule" });
      at++;
    } else if (BULLET.test(line)) blocks.push({ kind: "list", ordered: false, items: taken(BULLET).map((item) => inline(item)) });
    else if (NUMBERED.test(line)) blocks.push({ kind: "list", ordered: true, items: taken(NUMBERED).map((item) => inline(item)) });
    else if (QUOTE.test(line) && depth < DEEPEST) blocks.push({ kind: "quote", blocks: parse(taken(QUOTE).join("\n"), depth + 1) });
    else blocks.push(paragraph());
  }
  return blocks;

  function fenced(): Block {
    const from = ++at;
    while (at < lines.length && !FENCE.test(lines[at] ?? "")) at++;
    return { kind: "code", text: lines.slice(from, at++).join("\n") };
  }

  function paragraph(): Block {
    const from = at++;
    while (at < lines.length && !begins(lines[at] ?? "")) at++;
    return { kind: "paragraph", inside: inline(lines.slice(from, at).join("\n")) };
  }
}

/** Whether a line ends the paragraph before it. */
function begins(line: string): boolean {
  return !line.trim() || [HEADING, BULLET, NUMBERED, QUOTE, FENCE, RULE].some((pattern) => pattern.test(line));
}

function levelOf(marks: string): 1 | 2 | 3 {
  return marks.length === 1 ? 1 : marks.length === 2 ? 2 : 3;
}

const MARKS = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*|(?<![\p{L}\p{N}])_([^_\s][^_\n]*)_(?![\p{L}\p{N}])|\[([^\]\n]+)\]\(([^)\s]+)\)/gu;

/** Emphasis, code and links of a run of text; a link to anything but a web or mail address stays text. */
export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(MARKS)) {
    const [whole, code, strong, star, line, name, to] = match;
    if (to !== undefined && !SAFE.test(to)) continue;
    if (match.index > from) parts.push(text.slice(from, match.index));
    from = match.index + whole.length;
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (strong !== undefined) parts.push({ kind: "strong", inside: inline(strong) });
    else if (name !== undefined && to !== undefined) parts.push({ kind: "link", inside: inline(name), to });
    else parts.push({ kind: "em", inside: inline(star ?? line ?? "") });
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
