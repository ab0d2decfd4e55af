// Markdown shown as elements; no text ever becomes HTML.
import { Fragment, type ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { parse, type Block, type Inline } from "./parse";

/** `top` is the heading level of the page around it: the text's own headings begin below that. */
export function Markdown({ text, top = 2 }: { text: string; top?: 1 | 2 | 3 }) {
  const blocks = useMemo(() => parse(text), [text]);
  return (
    <div class="markdown" dir="auto">
      {blocks.map((block, at) => (
        <Fragment key={at}>{shown(block, top)}</Fragment>
      ))}
    </div>
  );
}

function shown(block: Block, top: number): ComponentChildren {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${Math.min(top + block.level, 6)}` as "h2" | "h3" | "h4" | "h5" | "h6";
      return <Heading>{run(block.inside)}</Heading>;
    }
    case "paragraph":
      return <p>{run(block.inside)}</p>;
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List>
          {block.items.map((item, at) => (
            <li key={at}>{run(item)}</li>
          ))}
        </List>
      );
    }
    case "quote":
      return <blockquote>{block.blocks.map((inner) => shown(inner, top))}</blockquote>;
    case "code":
      return <pre>{block.text}</pre>;
    case "rule":
      return <hr />;
  }
}

function run(parts: Inline[]): ComponentChildren {
  return parts.map(drawn);
}

function drawn(part: Inline): ComponentChildren {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "strong":
      return <strong>{run(part.inside)}</strong>;
    case "em":
      return <em>{run(part.inside)}</em>;
    case "code":
      return <code>{part.text}</code>;
    case "link":
      return (
        <a class="link" href={part.to} target="_blank" rel="noopener noreferrer">
          {run(part.inside)}
        </a>
      );
  }
}
