// The keys of Teach.
import { useLayoutEffect } from "preact/hooks";
import { type Command, offer } from "../shell/keys";
import { panel } from "../shell/open_panel";
import { classKeys } from "../state/session";
import { say } from "../strings";
import { accept, skip } from "./lessons/actions";
import { answerNearDuplicates } from "./lessons/near_duplicates";
import { ask, goOn, goTo, isDone, place, retrain, row, rows } from "./queue/batch";
import { chooseClass, excluding, toggleExcluding } from "./lessons/exclusion";
import { toggleKeys } from "./document/highlighting";
import { pending } from "./document/passages";
import { textElement } from "./document/document";
import { stripOpen, toggleWithout } from "./guess/guess_state";
import { focusApart, focusReason, focusWords } from "./words/word_keys";

export function useTeachCommands(): void {
  const keys = classKeys.value;
  useLayoutEffect(() => {
    const labels = [...keys].flatMap<Command>(([name, key]) => [
      { id: `class-${key}`, title: say.commands.label(name), key, run: () => chooseClass(name), quiet: true },
      { id: `class-stay-${key}`, title: say.commands.labelStay(name), key: `shift+${key}`, run: () => chooseClass(name, true), quiet: true },
    ]);
    return offer([...labels, ...COMMANDS]);
  }, [JSON.stringify([...keys])]); // the keys are there as soon as the text is
}

const PAGE = 0.85; // of what is in sight: the last lines are seen again

const COMMANDS: Command[] = [
  { id: "next", title: say.commands.next, key: "j", run: () => goTo(Math.min(place.peek() + 1, rows.peek().length)) },
  { id: "previous", title: say.commands.previous, key: "k", run: () => goTo(place.peek() - 1) },
  { id: "further", title: say.commands.further, key: "pagedown", run: () => turnPage(1) },
  { id: "back", title: say.commands.back, key: "pageup", run: () => turnPage(-1) },
  { id: "accept", title: say.commands.accept, key: "enter", run: () => (isDone.peek() ? void ask() : accept()) },
  { id: "exclude", title: say.commands.exclude, key: "-", run: toggleExcluding },
  { id: "skip", title: say.commands.skip, key: "x", run: skip },
  { id: "alike", title: say.commands.alike, key: "a", run: answerNearDuplicates },
  { id: "flag", title: say.commands.flag, key: "f", run: () => open("flag") },
  { id: "highlight", title: say.commands.highlight, key: "h", run: () => toggleKeys(textElement.peek()) },
  { id: "explanation", title: say.commands.explanation, key: "e", run: toggleWithout },
  { id: "not-a-reason", title: say.commands.notAReason, key: "n", run: focusReason },
  { id: "apart", title: say.commands.apart, key: "d", run: focusApart },
  { id: "words", title: say.commands.words, key: "w", run: () => focusWords(false) },
  { id: "add-word", title: say.commands.addWord, key: "/", run: () => focusWords(true) },
  { id: "class", title: say.commands.class, key: "c", run: () => open("classes") },
  { id: "retrain", title: say.commands.retrain, key: "ctrl+enter", run: retrain },
  { id: "escape", title: say.commands.escape, key: "escape", run: leave, quiet: true },
];

/** Read a long text on, wherever the focus is; where the text is at its end, the page goes on as a browser would. */
function turnPage(direction: 1 | -1): void {
  const text = textElement.peek()?.closest(".reader");
  const before = text?.scrollTop;
  text?.scrollBy({ top: direction * PAGE * text.clientHeight, behavior: "instant" });
  if (text?.scrollTop === before) scrollBy({ top: direction * PAGE * innerHeight, behavior: "instant" });
}

function open(name: "flag" | "classes"): void {
  if (row.peek()) panel.value = name;
}

/** Leave what was begun: saying what it is not, highlighting, else the strip's question, which goes on to the next document. */
function leave(): void {
  if (panel.peek()) panel.value = null;
  else if (excluding.peek()) toggleExcluding();
  else if (pending.peek()) pending.value = null;
  else if (stripOpen.peek()) goOn();
}

