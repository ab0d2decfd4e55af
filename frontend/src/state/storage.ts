// The browser's stores of keys and values: localStorage and sessionStorage, or memory where the browser refuses them.

export interface KeyValueStore {
  get(key: string): string | null;
  /** False when it could not be kept (no room, private window): the caller still has it. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  /** The keys that begin so, in order. */
  keys(prefix: string): string[];
}

export function memoryStore(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => Boolean(values.set(key, value)),
    remove: (key) => void values.delete(key),
    keys: (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)).sort(),
  };
}

function storeOf(storage: Storage): KeyValueStore {
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

function open(storage: () => Storage): KeyValueStore {
  try {
    return storeOf(storage());
  } catch {
    return memoryStore();
  }
}

/** Shared by the tabs, for as long as the browser keeps it. */
export const localStore = open(() => localStorage);
/** This tab's own; a reload keeps it. */
export const tabStore = open(() => sessionStorage);

/** A value kept as JSON; what cannot be read is as good as nothing. */
export function read<T>(from: KeyValueStore, key: string): T | null {
  try {
    return JSON.parse(from.get(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}
