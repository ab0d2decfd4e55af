// Walking the words, the model's reasons and the differences with the keyboard.
import { toggleNotAReason, toggleWord } from "./actions";
import { shownClasses } from "./columns";

/** Arrows walk the words: up and down in a column, left and right between columns; N says that one is no reason. */
export function walk(event: KeyboardEvent): void {
  const here = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(".word") : null;
  if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
  const term = here.dataset["term"];
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
  if (key === "ArrowDown" || key === "ArrowUp") return list[at + (any ? shownClasses.peek().length : 1) * (key === "ArrowDown" ? 1 : -1)];
  const forwards = (key === "ArrowRight") === (getComputedStyle(here).direction === "ltr");
  if (any) return list[at + (forwards ? 1 : -1)];
  const beside = wordsIn(forwards ? column?.nextElementSibling : column?.previousElementSibling);
  return beside[at] ?? beside.at(-1);
}

function wordsIn(column: Element | null | undefined): HTMLElement[] {
  return [...(column?.querySelectorAll<HTMLElement>(".word") ?? [])];
}

/** Take a word back; the focus goes to the one after it, which takes its place. */
export function takeBack(button: HTMLElement, term: string, name: string): void {
  const list = wordsIn(button.closest(".column"));
  const at = list.indexOf(button);
  const next = list[at + 1] ?? list[at - 1] ?? button.closest(".column")?.querySelector<HTMLElement>("input");
  const focused = button === document.activeElement;
  toggleWord(term, [name]);
  if (focused) next?.focus();
}

/** Put the focus on the first word that is asked, or the first box to type in. */
export function focusWords(typing: boolean): void {
  const side = document.getElementById("words");
  const target = typing ? side?.querySelector<HTMLElement>("[data-add]") : (side?.querySelector<HTMLElement>(".word[aria-pressed]") ?? side?.querySelector<HTMLElement>(".word"));
  target?.focus();
}

/** Go to the next word of the explanation, so that it can be rejected; on one, reject it. */
export function focusReason(): void {
  const words = [...document.querySelectorAll<HTMLElement>("[data-reason]")];
  const here = words.find((each) => each === document.activeElement);
  if (here?.dataset["reason"]) toggleNotAReason(here.dataset["reason"]);
  else if (words.length === 1 && words[0]?.dataset["reason"]) toggleNotAReason(words[0].dataset["reason"]);
  else words.find((each) => each.getAttribute("aria-pressed") === "false")?.focus();
}

/** Go to the question what tells the two apart. */
export function focusApart(): void {
  document.querySelector<HTMLElement>(".apart-chips button, .apart-chips input")?.focus();
}
