// Walking the words, the model's reasons and the distinctions with the keyboard.
import { rejectReason, toggleNotAReason, toggleWord } from "../lessons/actions";
import { goOn } from "../queue/batch";
import { panel } from "../../shell/open_panel";
import { classKeys } from "../../state/session";

/** Arrows walk the words: up and down in a column, its box on top, left and right between columns; N says that one is no reason. */
export function walk(event: KeyboardEvent): void {
  const here = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(".word") : null;
  if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
  const term = here.dataset.term;
  if (event.key.startsWith("Arrow")) neighbour(here, event.key)?.focus();
  else if (event.key.toLowerCase() === "n" && term !== undefined) toggleNotAReason(term);
  else if (event.key === "Escape") here.blur();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** The word beside another; in the rows that ask for all classes, a step down is a step over the classes. */
function neighbour(here: HTMLElement, key: string): HTMLElement | undefined {
  const column = here.closest<HTMLElement>(".column, .any");
  const list = wordsIn(column);
  const at = list.indexOf(here);
  const any = column?.matches(".any") ?? false;
  if (key === "ArrowUp" && at === 0 && !any) return boxOf(column);
  if (key === "ArrowDown" || key === "ArrowUp") return list[at + (any ? classKeys.peek().size : 1) * (key === "ArrowDown" ? 1 : -1)];
  const forwards = (key === "ArrowRight") === (getComputedStyle(here).direction === "ltr");
  if (any) return list[at + (forwards ? 1 : -1)];
  return boxOf(forwards ? column?.nextElementSibling : column?.previousElementSibling);
}

function wordsIn(column: Element | null | undefined): HTMLElement[] {
  return [...(column?.querySelectorAll<HTMLElement>(".word") ?? [])];
}

function boxOf(column: Element | null | undefined): HTMLElement | undefined {
  return column?.querySelector<HTMLElement>("input") ?? undefined;
}

/** Go from the box of a column to its words; answers whether it has any. */
export function focusFirstWord(box: HTMLElement): boolean {
  const [first] = wordsIn(box.closest(".column"));
  first?.focus();
  return first !== undefined;
}

/** Take a word back; the focus goes to the one after it, which takes its place. */
export function takeBack(button: HTMLElement, term: string, name: string): void {
  const list = wordsIn(button.closest(".column"));
  const at = list.indexOf(button);
  const next = list[at + 1] ?? list[at - 1] ?? boxOf(button.closest(".column"));
  const focused = button === document.activeElement;
  toggleWord(term, [name]);
  if (focused) next?.focus();
}

/** Go into the words; where the screen has no room for them, their drawer opens. */
export function openWords(): void {
  panel.value = "words";
  requestAnimationFrame(() => {
    const done = document.querySelector<HTMLElement>(".words-done"); // only the drawer has it, where a box would bring up a keyboard
    if (done?.checkVisibility()) done.focus();
    else focusWords(true);
  });
}

/** Put the focus on the first word that is asked, or the first box to type in. */
export function focusWords(typing: boolean): void {
  const side = document.getElementById("words");
  const target = typing ? (side?.querySelector<HTMLElement>(".column.open [data-add]") ?? side?.querySelector<HTMLElement>("[data-add]")) : (side?.querySelector<HTMLElement>(".word[aria-pressed]") ?? side?.querySelector<HTMLElement>(".word"));
  target?.focus();
}

/** Reject the word of the explanation that has the focus, or the only one; go to the first of several; once that is done, go on. */
export function focusReason(): void {
  const words = [...document.querySelectorAll<HTMLElement>("[data-reason]")];
  const here = words.find((each) => each === document.activeElement) ?? (words.length === 1 ? words[0] : undefined);
  const open = words.find((each) => each.getAttribute("aria-pressed") === "false");
  if (here?.dataset.reason) rejectReason(here.dataset.reason) || goOn();
  else if (open) open.focus();
  else if (words.length) goOn();
}

/** Arrows walk the words of the explanation, in their order. */
export const walkReasons = (event: KeyboardEvent): void => walkAmong(event, "[data-reason]");

/** Arrows walk what may tell two documents apart, the box to type in at the end. */
export const walkApart = (event: KeyboardEvent): void => walkAmong(event, ".apart-chips button, .apart-chips input");

function walkAmong(event: KeyboardEvent, wanted: string): void {
  const words = [...document.querySelectorAll<HTMLElement>(wanted)];
  const at = words.indexOf(event.target as HTMLElement);
  if (event.target instanceof HTMLInputElement && event.target.value) return; // the arrows are the text's
  const end = getComputedStyle(document.body).direction === "ltr" ? 1 : -1;
  const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: end, ArrowLeft: -end }[event.key];
  if (at < 0 || step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  words[at + step]?.focus();
  event.preventDefault();
}

/** Go to the question what tells the two apart. */
export function focusApart(): void {
  document.querySelector<HTMLElement>(".apart-chips button, .apart-chips input")?.focus();
}
