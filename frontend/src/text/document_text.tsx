// A document's text with its marks: flat pieces, laid out block by block, so that long texts stay quick.
import { memo } from "./memo";
import { useMemo } from "preact/hooks";
import type { Ref } from "preact";
import { type Block, blocksOf, type Mark, type Segment, segmentsOf } from "./segments";

export interface DocumentTextProps {
  text: string;
  /** In UTF-16 units; `OffsetMap` makes them from the record's code points. */
  marks?: Mark[];
  direction?: "auto" | "ltr" | "rtl";
  /** What the layers are called by those who hear the text rather than see it. */
  names?: Record<string, string>;
  textRef?: Ref<HTMLDivElement>;
}

export function DocumentText({ text, marks = [], direction = "auto", names = {}, textRef }: DocumentTextProps) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div class="text" ref={textRef ?? null} dir={direction}>
      {blocks.map((block) => {
        const segments = segmentsOf(block, marks);
        return <TextBlock key={block.start} text={text} block={block} segments={segments} shape={shapeOf(segments)} names={names} direction={direction} />;
      })}
    </div>
  );
}

interface TextBlockProps {
  text: string;
  block: Block;
  segments: Segment[];
  shape: string;
  names: Record<string, string>;
  direction: "auto" | "ltr" | "rtl";
}

const TextBlock = memo(
  ({ text, block, segments, names, direction }: TextBlockProps) => (
    <div class="block" dir={direction} data-start={block.start}>
      {segments.map(({ start, end, layers }) => {
        const piece = text.slice(start, end);
        if (!layers.length) return piece;
        const name = layers.map((layer) => names[layer]).filter(Boolean).join(", ");
        const kind = layers.join(" ");
        return layers.includes("rationale") ? <mark class={kind} data-name={name}>{piece}</mark> : <span class={kind}>{piece}</span>;
      })}
    </div>
  ),
  (before, after) => before.text === after.text && before.shape === after.shape && before.direction === after.direction,
);

/** What a block's pieces look like, as a key: an unchanged block is not drawn again. */
function shapeOf(segments: Segment[]): string {
  return segments.map(({ end, layers }) => `${end}${layers.join()}`).join(" ");
}
