// A place to drop a file on, or to choose one by keyboard or touch.
import { useRef, useState } from "preact/hooks";
import { say } from "./strings";
import { Button } from "./button";

export function FileDrop({ choose }: { choose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) choose(file);
  };
  return (
    <div
      class={`drop${over ? " over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <p class="drop-title">{say.drop}</p>
      <Button kind="primary" onClick={() => input.current?.click()}>{say.pick}</Button>
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={say.pick}
        onChange={({ currentTarget }) => take(currentTarget.files)}
      />
      <p class="faint small">{say.kinds}</p>
    </div>
  );
}
