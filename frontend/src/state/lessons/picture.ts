// What this teacher has said that counts now: the server's account, and what was taught here since.
import type { Entry, Highlight, Taught } from "../../api/types";

type Kept = Exclude<Entry, { kind: "retract" }>;
type Of<K extends Kept["kind"]> = Extract<Kept, { kind: K }>;

export interface TaughtWord {
  term: string;
  class: string;
  id: string;
}

/** What an entry is about; of several about the same, the newest counts. */
function subject(entry: Kept): string {
  switch (entry.kind) {
    case "word":
    case "not_a_reason":
      return `${entry.kind} ${entry.class ?? ""}\n${entry.term}`;
    case "exclude":
      return `exclude ${entry.class}\n${entry.document}`;
    case "rationale":
      return `rationale ${entry.id}`;
    case "skip":
    case "label":
      return `answer ${entry.document}`;
    default:
      return `${entry.kind} ${entry.document}`;
  }
}

export class Picture {
  private readonly entries = new Map<string, Kept>();
  private readonly retracts = new Map<string, string>(); // id of a retraction → id of what it takes back
  private readonly takenBack = new Map<string, Set<string>>(); // id → ids of its retractions
  private readonly bySubject = new Map<string, string[]>();
  private readonly spans = new Map<string, string[]>(); // document → ids of its rationales
  private readonly words = new Map<string, Map<string, string>>(); // class → term → subject

  /** Take in an entry; the same one twice counts once. */
  add(entry: Entry): void {
    if (entry.kind === "retract") {
      this.retracts.set(entry.id, entry.lesson);
      const by = this.takenBack.get(entry.lesson) ?? new Set();
      this.takenBack.set(entry.lesson, by.add(entry.id));
      return;
    }
    if (this.entries.has(entry.id)) return;
    this.entries.set(entry.id, entry);
    const key = subject(entry);
    push(this.bySubject, key, entry.id);
    if (entry.kind === "rationale") push(this.spans, entry.document, entry.id);
    if (entry.kind === "word") {
      const terms = this.words.get(entry.class) ?? new Map<string, string>();
      this.words.set(entry.class, terms.set(entry.term, key));
    }
  }

  /** Forget an entry that the server refused. */
  remove(id: string): void {
    const lesson = this.retracts.get(id);
    if (lesson !== undefined) this.takenBack.get(lesson)?.delete(id);
    this.retracts.delete(id);
    const entry = this.entries.get(id);
    this.entries.delete(id);
    if (!entry) return;
    const rest = this.bySubject.get(subject(entry))?.filter((other) => other !== id);
    this.bySubject.set(subject(entry), rest ?? []);
  }

  /** Whether an entry counts: nothing that counts takes it back. */
  counts(id: string): boolean {
    return ![...(this.takenBack.get(id) ?? [])].some((by) => this.counts(by));
  }

  /** An entry, whether it counts or not, if it was ever taken in. */
  entry(id: string): Entry | null {
    return this.entries.get(id) ?? null;
  }

  /** What an entry is about; one that takes another back is about the same as that. */
  about(entry: Entry): string {
    if (entry.kind !== "retract") return subject(entry);
    const taken = this.entries.get(entry.lesson);
    return taken ? subject(taken) : entry.lesson;
  }

  private newest(key: string): Kept | null {
    const ids = this.bySubject.get(key) ?? [];
    for (let at = ids.length - 1; at >= 0; at--) {
      const id = ids[at] ?? "";
      const entry = this.entries.get(id);
      if (entry && this.counts(id)) return entry;
    }
    return null;
  }

  answer(document: string): Of<"label"> | Of<"skip"> | null {
    return this.newest(`answer ${document}`) as Of<"label"> | Of<"skip"> | null;
  }

  label(document: string): string | null {
    const answer = this.answer(document);
    return answer?.kind === "label" ? answer.class : null;
  }

  /** By which entry the document is not of a class; a label outweighs it. */
  exclusion(document: string, name: string): string | null {
    return this.label(document) === null ? (this.newest(`exclude ${name}\n${document}`)?.id ?? null) : null;
  }

  flag(document: string): Of<"flag"> | null {
    return this.newest(`flag ${document}`) as Of<"flag"> | null;
  }

  distinction(document: string): Of<"distinction"> | null {
    return this.newest(`distinction ${document}`) as Of<"distinction"> | null;
  }

  word(term: string, name: string): string | null {
    return this.newest(`word ${name}\n${term}`)?.id ?? null;
  }

  notAReason(term: string, name: string | null = null): string | null {
    return this.newest(`not_a_reason ${name ?? ""}\n${term}`)?.id ?? null;
  }

  /** The words that speak for a class, the last taught first. */
  wordsOf(name: string): TaughtWord[] {
    const said = [...(this.words.get(name) ?? [])].flatMap(([term, key]) => {
      const entry = this.newest(key);
      return entry ? [{ term, class: name, id: entry.id }] : [];
    });
    return said.reverse();
  }

  /** The highlights of a document for one class, in the order of the text. */
  highlights(document: string, name: string): Of<"rationale">[] {
    return (this.spans.get(document) ?? [])
      .map((id) => this.entries.get(id) as Of<"rationale"> | undefined)
      .filter((entry) => entry !== undefined)
      .filter((entry) => entry.class === name && this.counts(entry.id))
      .sort((a, b) => a.start - b.start || a.end - b.end);
  }
}

function push(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The picture that the server's account gives, as entries: `ids` says by which id each can be taken back. */
export function* entriesOf(taught: Taught): Generator<Entry> {
  const written = (key: string) => ({ id: taught.ids[key] ?? key, time: "", seconds: null });
  for (const document of taught.skips) yield { ...written(`skip:${document}`), kind: "skip", document };
  for (const [document, classes] of Object.entries(taught.exclusions)) {
    for (const name of classes) yield { ...written(`exclude:${document}:${name}`), kind: "exclude", document, class: name };
  }
  for (const [document, name] of Object.entries(taught.labels)) yield { ...written(`label:${document}`), kind: "label", document, class: name };
  for (const [document, note] of Object.entries(taught.flags)) yield { ...written(`flag:${document}`), kind: "flag", document, note };
  for (const [term, classes] of Object.entries(taught.words)) {
    for (const [name, strength] of Object.entries(classes)) {
      yield { ...written(`word:${term}:${name}`), kind: "word", term, class: name, strength };
    }
  }
  for (const [term, classes] of Object.entries(taught.not_a_reason)) {
    for (const name of classes) yield { ...written(`not_a_reason:${term}:${name ?? ""}`), kind: "not_a_reason", term, class: name };
  }
  for (const [document, spans] of Object.entries(taught.rationales)) {
    for (const { id, class: name, start, end } of spans as Highlight[]) {
      yield { id, time: "", seconds: null, kind: "rationale", document, class: name, start, end };
    }
  }
}
