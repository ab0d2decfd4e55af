// Keys and commands: one table of what can be done, which the keyboard, the key sheet and the command list all read.
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { read, localStore } from "../state/storage";

export interface Command {
  id: string;
  title: string;
  /** As `keyName` writes it; empty where only the command list has it. */
  key: string;
  run: () => void;
  /** Left out of the key sheet: the keys of the classes are one line there. */
  quiet?: boolean;
}

const KEY = "teachback/keys";
const saved = read<{ on: boolean; keys: Record<string, string> }>(localStore, KEY) ?? { on: true, keys: {} };

/** Whether plain letters are commands, and the keys that the person chose. */
export const keySettings = signal(saved);
export const commands = signal<Command[]>([]);

export function changeKeys(change: Partial<typeof saved>): void {
  keySettings.value = { ...keySettings.peek(), ...change };
  localStore.set(KEY, JSON.stringify(keySettings.peek()));
}

/** The key of a command: the person's own, else the one it comes with. */
export function keyOf({ id, key }: Pick<Command, "id" | "key">): string {
  return keySettings.value.keys[id] ?? key;
}

/** What was pressed, as text: "j", "?", "shift+1", "ctrl+shift+z", "enter". Control and Command are the same key here. */
export function keyName(event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  const held = event.ctrlKey || event.metaKey;
  const key = digit ?? (event.key === " " ? "space" : event.key.toLowerCase());
  const letter = key.length === 1 && key.toUpperCase() !== key;
  const shift = event.shiftKey && (digit !== undefined || held || letter || key.length > 1);
  return `${held ? "ctrl+" : ""}${event.altKey ? "alt+" : ""}${shift ? "shift+" : ""}${key}`;
}

const CAPS: Record<string, string> = { ctrl: "⌃", shift: "⇧", alt: "⌥", enter: "⏎", escape: "Esc", space: "Space", arrowleft: "←", arrowright: "→", arrowup: "↑", arrowdown: "↓", pagedown: "PgDn", pageup: "PgUp" };

/** A key as its cap shows it: "⌃⏎", "J". */
export function cap(key: string): string {
  if (key === "") return "";
  return key.split("+").map((part) => CAPS[part] ?? part.toUpperCase()).join("");
}

const MODIFIERS = new Set(["control", "shift", "alt", "meta"]);

/** Do what a key stands for, unless the person is typing or a dialog is open. */
export function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || MODIFIERS.has(event.key.toLowerCase())) return;
  const target = event.target instanceof Element ? event.target : null;
  const name = keyName(event);
  const held = name.startsWith("ctrl+");
  if (document.querySelector("dialog[open]")) return;
  if (typing(target) && name !== "ctrl+enter") return;
  if (!held && name !== "escape" && !keySettings.peek().on) return;
  if (/^(shift\+)?(enter|space)$/.test(name) && target?.closest("button, a, summary, [role=menuitem], [role=option]")) return;
  const command = commands.peek().find((each) => keyOf(each) === name);
  if (!command) return;
  event.preventDefault();
  command.run();
}

function typing(target: Element | null): boolean {
  if (!target) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "submit", "range"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || (target instanceof HTMLElement && target.isContentEditable);
}

/** Offer commands until the answer is called; the newest of two with the same key has it. In a layout effect: a key that is on the page works. */
export function offer(list: Command[]): () => void {
  commands.value = [...list, ...commands.peek()];
  return () => {
    commands.value = commands.peek().filter((each) => !list.includes(each));
  };
}

/** Offer the commands of a component while it is there; each does what the component said last. */
export function useCommands(list: Command[]): void {
  const latest = useRef(list);
  latest.current = list;
  const run = (id: string) => latest.current.find((each) => each.id === id)?.run();
  useLayoutEffect(() => offer(list.map((command) => ({ ...command, run: () => run(command.id) }))), [JSON.stringify(list)]);
}
