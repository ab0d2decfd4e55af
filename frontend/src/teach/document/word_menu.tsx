// The small menu of one word in the text: what it speaks for, that it is no reason, where else it is.
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { go } from "../../state/route";
import { taught } from "../../state/lessons/lessons";
import { project, projectName, tint } from "../../state/session";
import { say } from "../../pane_strings";
import { say as onScreen } from "../../strings";
import { rangeOf } from "../../text/places";
import type { Range } from "../../text/words";
import { keepPassage, toggleNotAReason, toggleWord } from "../lessons/actions";
import { row } from "../queue/batch";
import { ClassPicker } from "../words/class_picker";
import { label, passageAt, unhighlight } from "./passages";
import { guessShown } from "../guess/guess_state";
import { suggestions } from "./suggested_passages";

interface Props {
  word: Range;
  text: string;
  root: RefObject<HTMLDivElement | null>;
  onClose: () => void;
}

const GAP = 4; // pixels beside the word, and to the edges of the page
const SHOWN = 6; // classes in the menu; the others are a step away

export function WordMenu({ word, text, root, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: "0px", top: "0px" });
  const [picking, setPicking] = useState(false);
  const term = text.slice(word.start, word.end).toLowerCase();
  const passage = passageAt(word.start);
  const suggested = suggestions.value.find(({ start, end }) => start <= word.start && word.start < end);
  const { counted } = taught.value;
  const current = label.value ?? (guessShown.value ? (row.value?.guess?.class ?? null) : null);
  const all = project.value?.classes ?? [];

  useLayoutEffect(() => {
    const box = root.current && rangeOf(root.current, word)?.getBoundingClientRect();
    if (!box || !menu.current) return;
    menu.current.showPopover?.(); // over all that would cut it off
    const { offsetWidth: width, offsetHeight: height } = menu.current;
    const left = Math.max(GAP, Math.min(box.left, innerWidth - width - GAP));
    const under = box.bottom + GAP;
    const top = under + height + GAP <= innerHeight ? under : Math.max(GAP, box.top - GAP - height);
    setPlace({ left: `${left}px`, top: `${top}px` });
  }, [word]);
  useEffect(() => {
    menu.current?.focus({ preventScroll: true }); // and none of its lines: Enter teaches what was chosen
    const outside = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) onClose();
    };
    const away = ["pointerdown", "scroll", "resize"] as const;
    for (const kind of away) addEventListener(kind, outside, true);
    return () => {
      for (const kind of away) removeEventListener(kind, outside, true);
    };
  }, [word]);

  function move(event: KeyboardEvent): void {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next !== undefined) items.at(next % items.length)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") {
      onClose();
      root.current?.parentElement?.focus({ preventScroll: true });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const then = (act: () => void) => () => {
    onClose();
    act();
    root.current?.parentElement?.focus({ preventScroll: true });
  };

  if (picking) {
    return <ClassPicker title={onScreen.words.speaksForWhich(term)} onClose={onClose} choose={(name) => toggleWord(term, [name])} />;
  }
  const near = all.slice(0, SHOWN);
  return (
    <div class="menu" role="menu" tabIndex={-1} popover="manual" aria-label={say.word.menu(term)} ref={menu} style={place} onKeyDown={move}>
      {suggested && <Item act={then(() => keepPassage(suggested))}>{say.highlight.keepThis}</Item>}
      {passage && <Item act={then(() => unhighlight(passage))}>{say.highlight.remove}</Item>}
      {near.map((name) => (
        <Item key={name} of={name} checked={counted.word(term, name) !== null} act={then(() => toggleWord(term, [name]))}>
          {say.word.speaksFor}
        </Item>
      ))}
      {all.length > near.length && <Item act={() => setPicking(true)}>{say.word.another}</Item>}
      {current !== null && counted.notAReason(term) === null && (
        <Item of={current} checked={counted.notAReason(term, current) !== null} act={then(() => toggleNotAReason(term, current))}>
          {say.word.noReasonFor}
        </Item>
      )}
      <Item checked={counted.notAReason(term) !== null} act={then(() => toggleNotAReason(term))}>{say.word.noReason}</Item>
      <Item act={() => go("review", [], { q: term, ...(projectName.peek() ? { project: projectName.peek() ?? "" } : {}) })}>{say.word.search}</Item>
    </div>
  );
}

interface ItemProps {
  /** The class that it is about. */
  of?: string;
  /** Of one that is chosen or not; others only do something. */
  checked?: boolean;
  act: () => void;
  children: string;
}

function Item({ of, checked, act, children }: ItemProps) {
  return (
    <button type="button" role={checked === undefined ? "menuitem" : "menuitemcheckbox"} aria-checked={checked} tabIndex={-1} class={of && tint(of)} onClick={act}>
      {children} {of && <b class="named">{of}</b>}
    </button>
  );
}
