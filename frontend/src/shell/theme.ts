// Light, dark, or as the system has it.
import { signal } from "@preact/signals";
import { localStore } from "../state/storage";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
const KEY = "teachback/theme";

export const theme = signal<Theme>(THEMES.find((name) => name === localStore.get(KEY)) ?? "system");

export function setTheme(name: Theme): void {
  theme.value = name;
  localStore.set(KEY, name);
  applyTheme();
}

export function applyTheme(): void {
  if (theme.peek() === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.peek();
}
