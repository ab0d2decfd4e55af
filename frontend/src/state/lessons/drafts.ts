// Passages highlighted in documents that have no label yet: kept in the browser until there is one.
import { localStore, read } from "../storage";
import type { Span } from "./log";

export function readDrafts(prefix: string, document: string): Span[] {
  return read<Span[]>(localStore, `${prefix}draft/${document}`) ?? [];
}

export function writeDrafts(prefix: string, document: string, spans: Span[]): void {
  const key = `${prefix}draft/${document}`;
  if (spans.length) localStore.set(key, JSON.stringify(spans));
  else localStore.remove(key);
}
