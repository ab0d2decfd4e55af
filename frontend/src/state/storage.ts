// What the browser keeps between visits: localStorage, or memory where the browser refuses it.

export interface Shelf {
  get(key: string): string | null;
  /** False when it could not be kept (no room, private window): the caller still has it. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  /** The keys that begin so, in order. */
  keys(prefix: string): string[];
}

export function memoryShelf(): Shelf {
  const kept = new Map<string, string>();
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => Boolean(kept.set(key, value)),
    remove: (key) => void kept.delete(key),
    keys: (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)).sort(),
  };
}

function shelfOf(storage: Storage): Shelf {
  return {
    get: (key) => storage.getItem(key),
    set(key, value) {
      try {
        storage.setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
    remove: (key) => storage.removeItem(key),
    keys: (prefix) =>
      Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "")
        .filter((key) => key.startsWith(prefix))
        .sort(),
  };
}

function open(storage: () => Storage): Shelf {
  try {
    return shelfOf(storage());
  } catch {
    return memoryShelf();
  }
}

/** Shared by the tabs, for as long as the browser keeps it. */
export const shelf = open(() => localStorage);
/** This tab's own; a reload keeps it. */
export const tabShelf = open(() => sessionStorage);

/** A value kept as JSON; what cannot be read is as good as nothing. */
export function read<T>(from: Shelf, key: string): T | null {
  try {
    return JSON.parse(from.get(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}
