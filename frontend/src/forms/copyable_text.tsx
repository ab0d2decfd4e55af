// A text to take elsewhere, with a button that copies it.
import { useRef, useState } from "preact/hooks";
import { announce } from "../shell/announce";
import { say } from "./strings";
import { Button } from "./button";

export function CopyableText({ label, text }: { label: string; text: string }) {
  const [done, setDone] = useState(false);
  const block = useRef<HTMLPreElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      announce(say.copied);
    } catch {
      if (block.current) getSelection()?.selectAllChildren(block.current);
      announce(say.selected);
    }
  };
  return (
    <div class="copied">
      <pre ref={block} tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
      <Button aria-label={done ? say.copiedOf(label) : say.copyOf(label)} onClick={() => void copy()}>{done ? say.copied : say.copy}</Button>
    </div>
  );
}
