// Names of classes as people paste them.

/** The names in a pasted list: one a line, or parted by commas or tabs in a single line; each once, as it is first written. */
export function namesIn(typed: string): string[] {
  const lines = typed.split(/\r?\n/).filter((line) => line.trim());
  const parts = lines.length > 1 ? lines : lines.flatMap((line) => line.split(/[,\t]/));
  const names = parts.map((name) => name.trim()).filter(Boolean);
  return names.filter((name, at) => namedSo(name, names.slice(0, at)) === undefined);
}

/** Which of some names is this one, capitals or not: two classes that differ in nothing else would be a slip. */
export function namedSo(name: string, names: readonly string[]): string | undefined {
  return names.find((other) => other.toLowerCase() === name.toLowerCase());
}

/** At most `n` of a list, evenly from all over it; each turn begins one further on, so that others come. */
export function spread<T>(all: readonly T[], n: number, turn: number): T[] {
  if (all.length <= n) return [...all];
  const step = Math.floor(all.length / n);
  return Array.from({ length: n }, (_, at) => all[(at * step + turn) % all.length] as T);
}
