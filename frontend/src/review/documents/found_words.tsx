// A snippet with the words that were searched marked in it.

/** The words and phrases of a search, without fields such as source:email. */
export function searched(q: string): string[] {
  const words = q.replace(/(?:"[^"]+"|[^\s":]+):(?:"[^"]*"|\S+)/g, " ");
  const phrases = [...words.matchAll(/["“„]([^"“”]+)["“”]/g)].map(([, phrase = ""]) => phrase.trim());
  const rest = words.replace(/["“„][^"“”]+["“”]/g, " ").split(/\s+/);
  return [...phrases, ...rest].filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** The text in parts, every other one of which is a word that was searched. */
export function parts(text: string, words: readonly string[]): string[] {
  if (!words.length) return [text];
  const patterns = words.map((word) => {
    const begins = word.endsWith("*");
    const letters = word.replace(/\*$/, "").split(/\s+/).map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[^\\p{L}\\p{N}]+");
    return `${letters}${begins ? "[\\p{L}\\p{N}]*" : "(?![\\p{L}\\p{N}])"}`;
  });
  return text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${patterns.join("|")})`, "giu"));
}

const [FAR, NEAR] = [36, 24]; // letters before the first word that was found: where they push it out of sight, and how many stay

/** The text from a little before the first word that was found on, so that a row of one line shows it. */
export function inSight(shown: readonly string[]): string[] {
  const [first = "", ...rest] = shown;
  return rest.length && first.length > FAR ? [`…${first.slice(first.indexOf(" ", first.length - NEAR) + 1)}`, ...rest] : [...shown];
}

export function Snippet({ text, words }: { text: string; words: readonly string[] }) {
  return <>{inSight(parts(text, words)).map((part, at) => (at % 2 ? <mark key={at}>{part}</mark> : part))}</>;
}
