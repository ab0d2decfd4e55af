// A list of documents to walk with the arrow keys; each is a link, so that Enter, Back and new tabs work.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { route } from "../../state/route";
import { say } from "../strings";
import { Snippet } from "./found_words";
import { useListKeys } from "./list_keys";

export interface Item {
  id: string;
  snippet: string;
  href: string;
  /** Chips beside the snippet. */
  about: ComponentChildren;
}

interface Props {
  items: Item[];
  more?: (() => void) | undefined;
  /** Words to mark in the snippets. */
  words?: readonly string[];
  /** Which documents are ticked, and how to tick one; without it there is nothing to tick. */
  ticks?: { ids: ReadonlySet<string>; tick: (id: string) => void } | undefined;
}

export function DocumentList({ items, more, words = [], ticks }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const chosen = route.value.parts[1];
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const walk = useListKeys(list, items, chosen !== undefined);
  return (
    <div class="document-list">
      <ul ref={list} tabIndex={-1} aria-label={say.list.name} onKeyDown={walk}>
        {items.map(({ id, snippet, href, about }) => (
          <li key={id} class={ticks?.ids.has(id) ? "ticked" : ""}>
            {ticks && (
              <label class="tick-box">
                <input type="checkbox" aria-label={say.bulk.tick(id)} checked={ticks.ids.has(id)} onChange={() => ticks.tick(id)} />
              </label>
            )}
            <a href={href} data-id={id} aria-current={id === chosen ? "true" : undefined}>
              <span class="snippet" dir="auto">
                <Snippet text={snippet} words={words} />
              </span>
              <span class="about">{about}</span>
            </a>
          </li>
        ))}
      </ul>
      {more && <More more={more} />}
    </div>
  );
}

/** The next page: by itself when the end of the list comes into sight, or by the button. */
function More({ more }: { more: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!button.current) return;
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: "400px" });
    seen.observe(button.current);
    return () => seen.disconnect();
  }, [more]);
  return (
    <button ref={button} class="button quiet" type="button" onClick={more}>
      {say.list.more}
    </button>
  );
}
