// What was typed before a dialog was there is typed into its box.

/** Type a text into the box of a dialog, if that is what this is; where a box is one line, a line's end is Enter. */
export function typeInto(element: Element | null, text: string): void {
  const oneLine = element instanceof HTMLInputElement;
  if (!text || !(oneLine || element instanceof HTMLTextAreaElement) || !element.closest("dialog[open]")) return;
  const end = oneLine ? text.search("\n") : -1;
  element.setRangeText(end < 0 ? text : text.slice(0, end), element.selectionStart ?? 0, element.selectionEnd ?? 0, "end");
  element.dispatchEvent(new InputEvent("input", { bubbles: true }));
  // Once the list under it shows what that finds.
  if (end >= 0) queueMicrotask(() => element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })));
}
