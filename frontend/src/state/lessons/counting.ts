// Which lessons of one teacher count, by the rule of the record: tests/record/golden/counting.json holds both to it.
import { NOTHING, type Tally } from "./ahead";
import type { Entry } from "./entries";

type LessonEntry = Exclude<Entry, { kind: "retract" }>;
type Of<K extends LessonEntry["kind"]> = Extract<LessonEntry, { kind: K }>;

/** What a lesson is about; lessons about different things never touch each other. */
function subjectOf(entry: LessonEntry): string {
  switch (entry.kind) {
    case "word":
    case "not_a_reason":
      return `term ${entry.term}`;
    case "label":
    case "skip":
    case "exclude":
    case "adjudicate":
      return `answer ${entry.document}`;
    case "describe":
      return `describe ${entry.class}`;
    default:
      return `${entry.kind} ${entry.document}`;
  }
}

/** Entries in the order of the record, and what they come to. */
export class CountedLessons {
  private readonly entries = new Map<string, LessonEntry>();
  private readonly targets = new Map<string, string>(); // id of a retraction → id of what it takes back
  private readonly retractions = new Map<string, Set<string>>(); // id → ids of its retractions
  private readonly groups = new Map<string, string[]>(); // subject → ids, the oldest first
  private readonly terms = new Map<string, Set<string>>(); // class → terms that a word was ever taught of

  /** Take in an entry; the same one twice counts once. */
  add(entry: Entry): void {
    if (entry.kind === "retract") {
      this.targets.set(entry.id, entry.lesson);
      const by = this.retractions.get(entry.lesson) ?? new Set();
      this.retractions.set(entry.lesson, by.add(entry.id));
      return;
    }
    if (this.entries.has(entry.id)) return;
    this.entries.set(entry.id, entry);
    const subject = subjectOf(entry);
    const group = this.groups.get(subject);
    if (group) group.push(entry.id);
    else this.groups.set(subject, [entry.id]);
    if (entry.kind === "word") this.terms.set(entry.class, (this.terms.get(entry.class) ?? new Set()).add(entry.term));
  }

  /** Forget an entry: the server does not have it, or it counts no more. */
  remove(id: string): void {
    const target = this.targets.get(id);
    if (target !== undefined) this.retractions.get(target)?.delete(id);
    this.targets.delete(id);
    const entry = this.entries.get(id);
    if (!entry) return;
    this.entries.delete(id);
    const subject = subjectOf(entry);
    this.groups.set(subject, (this.groups.get(subject) ?? []).filter((each) => each !== id));
  }

  /** Whether an entry counts: nothing that counts takes it back. */
  counts(id: string): boolean {
    return ![...(this.retractions.get(id) ?? [])].some((by) => this.counts(by));
  }

  /** An entry, whether it counts or not, if it was ever taken in. */
  entry(id: string): LessonEntry | null {
    return this.entries.get(id) ?? null;
  }

  /** What an entry is about, down to the class of a term or an exclusion; a retraction is about what it takes back. */
  about(entry: Entry): string {
    if (entry.kind === "retract") {
      const target = this.entries.get(entry.lesson);
      return target ? this.about(target) : entry.lesson;
    }
    if (entry.kind === "rationale") return `rationale ${entry.id}`;
    if (entry.kind === "word" || entry.kind === "not_a_reason" || entry.kind === "exclude") {
      return `${entry.kind} ${entry.class ?? ""} ${subjectOf(entry)}`;
    }
    return subjectOf(entry);
  }

  private *counted(subject: string): Generator<LessonEntry> {
    for (const id of this.groups.get(subject) ?? []) {
      const entry = this.entries.get(id);
      if (entry && this.counts(id)) yield entry;
    }
  }

  /** The last answer for a document; what the teacher adjudicated is her last. */
  answer(document: string): Of<"label"> | Of<"skip"> | Of<"adjudicate"> | null {
    let last: Of<"label"> | Of<"skip"> | null = null;
    let adjudicated: Of<"adjudicate"> | null = null;
    for (const entry of this.counted(`answer ${document}`)) {
      if (entry.kind === "adjudicate") adjudicated = entry;
      else if (entry.kind === "label" || entry.kind === "skip") last = entry;
    }
    return adjudicated ?? last;
  }

  label(document: string): string | null {
    const answer = this.answer(document);
    return answer && answer.kind !== "skip" ? answer.class : null;
  }

  /** By which entry a document is not of a class: as long as it has no label, and since its last one. */
  exclusion(document: string, name: string): string | null {
    if (this.label(document) !== null) return null;
    let id: string | null = null;
    for (const entry of this.counted(`answer ${document}`)) {
      if (entry.kind === "label") id = null;
      else if (entry.kind === "exclude" && entry.class === name) id = entry.id;
    }
    return id;
  }

  /** What documents were said not to be, and still are without a label; the last said first. */
  allExclusions(): { document: string; class: string; lesson: string }[] {
    const exclusions = [...this.entries.values()].flatMap((entry) =>
      entry.kind === "exclude" && this.exclusion(entry.document, entry.class) === entry.id ? [{ document: entry.document, class: entry.class, lesson: entry.id }] : [],
    );
    return exclusions.reverse();
  }

  /** The last verdict on a term for each class; one without a class begins anew. */
  private verdict(term: string, name: string | null): Of<"word"> | Of<"not_a_reason"> | null {
    let last: Of<"word"> | Of<"not_a_reason"> | null = null;
    for (const entry of this.counted(`term ${term}`)) {
      if (entry.kind !== "word" && entry.kind !== "not_a_reason") continue;
      if (entry.class === name) last = entry;
      else if (entry.class === null) last = null;
    }
    return last;
  }

  /** By which entry a term speaks for a class. */
  word(term: string, name: string): string | null {
    const verdict = this.verdict(term, name);
    return verdict?.kind === "word" ? verdict.id : null;
  }

  /** By which entry a term is no reason for a class, or (null) for any. */
  notAReason(term: string, name: string | null = null): string | null {
    const verdict = this.verdict(term, name);
    return verdict?.kind === "not_a_reason" ? verdict.id : null;
  }

  /** The terms that speak for a class, the last taught first. */
  wordsOf(name: string): string[] {
    return [...(this.terms.get(name) ?? [])].filter((term) => this.word(term, name) !== null).reverse();
  }

  /** Whether an entry is the last word on what it is about, where only the last one counts; null where several do. */
  isLastWord(id: string): boolean | null {
    const entry = this.entries.get(id);
    switch (entry?.kind) {
      case "label":
      case "skip":
        return this.answer(entry.document)?.id === id;
      case "exclude":
        return this.exclusion(entry.document, entry.class) === id;
      case "word":
      case "not_a_reason":
        return this.verdict(entry.term, entry.class)?.id === id;
      case "describe":
        return this.description(entry.class)?.id === id;
      default:
        return null;
    }
  }

  /** The rationales of a document for a class, each passage once, in the order of the text. */
  rationales(document: string, name: string): Of<"rationale">[] {
    const passages = new Map<string, Of<"rationale">>();
    for (const entry of this.counted(`rationale ${document}`)) {
      if (entry.kind !== "rationale" || entry.class !== name) continue;
      const place = `${entry.start} ${entry.end}`;
      if (!passages.has(place)) passages.set(place, entry);
    }
    return [...passages.values()].sort((a, b) => a.start - b.start || a.end - b.end);
  }

  /** What there is now of what an entry is about: whether its document is labelled or skipped, its passages, the classes of its term. */
  tally(entry: Entry): Tally {
    if (entry.kind === "retract") {
      const taken = this.taken(entry.lesson);
      return taken ? this.tally(taken) : NOTHING;
    }
    const all = [...this.counted(subjectOf(entry))];
    switch (entry.kind) {
      case "word":
      case "not_a_reason": {
        const classes = new Set(all.flatMap((each) => (each.kind === "word" ? each.class : [])));
        return { ...NOTHING, words: [...classes].filter((name) => this.word(entry.term, name) !== null).length };
      }
      case "rationale":
        return { ...NOTHING, rationales: new Set(all.map((each) => each.kind === "rationale" && `${each.start} ${each.end} ${each.class}`)).size };
      case "label":
      case "skip":
      case "adjudicate": {
        const kind = this.answer(entry.document)?.kind;
        return { ...NOTHING, labels: Number(kind === "label" || kind === "adjudicate"), skips: Number(kind === "skip") };
      }
      default:
        return NOTHING;
    }
  }

  /** What a retraction is about in the end, where it takes back another one. */
  private taken(id: string): LessonEntry | null {
    const target = this.targets.get(id);
    return target === undefined ? this.entry(id) : this.taken(target);
  }

  /** What tells a document from others, the oldest first. */
  distinctions(document: string): Of<"distinction">[] {
    return [...this.counted(`distinction ${document}`)].filter((entry) => entry.kind === "distinction");
  }

  /** The flags of a document, the oldest first. */
  flags(document: string): Of<"flag">[] {
    return [...this.counted(`flag ${document}`)].filter((entry) => entry.kind === "flag");
  }

  /** The description of a class that was written last. */
  description(name: string): Of<"describe"> | null {
    return [...this.counted(`describe ${name}`)].filter((entry) => entry.kind === "describe").at(-1) ?? null;
  }
}
