// What the server says a teacher taught that counts, as entries: `ids` says by which id each can be taken back.
import type { OwnLessons } from "../../api/schema";
import type { Entry } from "./entries";

export function* accountEntries(taught: OwnLessons): Generator<Entry> {
  const mark = (key: string) => ({ id: taught.ids[key] ?? key, time: "", seconds: null });
  for (const document of taught.skips) yield { ...mark(`skip:${document}`), kind: "skip", document };
  for (const [document, classes] of Object.entries(taught.exclusions)) {
    for (const name of classes) yield { ...mark(`exclude:${document}:${name}`), kind: "exclude", document, class: name };
  }
  for (const [document, name] of Object.entries(taught.labels)) yield { ...mark(`label:${document}`), kind: "label", document, class: name };
  for (const [document, note] of Object.entries(taught.flags)) yield { ...mark(`flag:${document}`), kind: "flag", document, note };
  for (const [name, text] of Object.entries(taught.descriptions)) yield { ...mark(`describe:${name}`), kind: "describe", class: name, text };
  yield* rejections(taught, (name) => name === null); // they come first: one without a class begins anew
  for (const [term, classes] of Object.entries(taught.words)) {
    for (const [name, strength] of Object.entries(classes)) yield { ...mark(`word:${term}:${name}`), kind: "word", term, class: name, strength };
  }
  yield* rejections(taught, (name) => name !== null);
  for (const [document, passages] of Object.entries(taught.rationales)) {
    for (const { id, class: name, start, end } of passages) {
      yield { id, time: "", seconds: null, kind: "rationale", document, class: name, start, end };
    }
  }
}

function* rejections(taught: OwnLessons, wanted: (name: string | null) => boolean): Generator<Entry> {
  for (const [term, classes] of Object.entries(taught.not_a_reason)) {
    for (const name of classes.filter(wanted)) {
      const key = `not_a_reason:${term}:${name ?? ""}`;
      yield { id: taught.ids[key] ?? key, time: "", seconds: null, kind: "not_a_reason", term, class: name };
    }
  }
}
