// Names of classes as people paste them.

/** The names in a pasted list: one a line, or parted by commas or tabs in a single line; each once. */
export function namesIn(typed: string): string[] {
  const lines = typed.split(/\r?\n/).filter((line) => line.trim());
  const parts = lines.length > 1 ? lines : lines.flatMap((line) => line.split(/[,\t]/));
  return [...new Set(parts.map((name) => name.trim()).filter(Boolean))];
}
