// A box that finds one of many: typing narrows the list, the arrows walk it, Enter takes what is marked.
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";

interface Props<T> {
  title: string;
  /** What the box asks for. */
  prompt: string;
  matches: readonly T[];
  typed: string;
  type: (text: string) => void;
  take: (match: T) => void;
  keyOf: (match: T) => string;
  /** The class of a match's line. */
  look?: (match: T) => string;
  children: (match: T) => ComponentChildren;
}

export function Finder<T>({ title, prompt, matches, typed, type, take, keyOf, look, children }: Props<T>) {
  const [at, setAt] = useState(0);
  const list = useId();
  const place = Math.min(at, matches.length - 1);
  const marked = matches[place];

  function move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((place + step + matches.length) % Math.max(matches.length, 1));
    else if (event.key !== "Enter") return;
    else if (marked !== undefined) take(marked);
    event.preventDefault();
  }

  return (
    <>
      <input
        class="field"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={marked === undefined ? undefined : `${list}-${place}`}
        aria-label={prompt}
        placeholder={prompt}
        autofocus
        value={typed}
        onInput={(event) => {
          type(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={move}
      />
      <ul class="choices" role="listbox" id={list} aria-label={title}>
        {matches.map((match, here) => (
          <li key={keyOf(match)} id={`${list}-${here}`} role="option" class={look?.(match)} aria-selected={here === place} onClick={() => take(match)}>
            {children(match)}
          </li>
        ))}
      </ul>
    </>
  );
}
