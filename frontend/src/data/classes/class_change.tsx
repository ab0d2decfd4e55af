// The dialog that changes one class, saying first what becomes of what was taught.
import { useState } from "preact/hooks";
import { Confirm } from "../../forms/confirm";
import { TextField } from "../../forms/field";
import { named, Select } from "../../forms/select";
import { namedSo } from "../../teach/start/class_names";
import { say } from "./strings";

const LONGEST = 100; // characters that the server takes

export interface Change {
  kind: "rename" | "merge" | "archive";
  name: string;
}

interface Props {
  change: Change;
  classes: string[];
  labels: number;
  words: number;
  work: (body: unknown, sentence: string) => Promise<void>;
  close: () => void;
}

export function ClassChange({ change: { kind, name }, classes, labels, words, work, close }: Props) {
  const others = classes.filter((other) => other !== name);
  const [to, setTo] = useState(kind === "merge" ? (others[0] ?? "") : name);
  const there = kind === "rename" ? namedSo(to.trim(), others) : undefined;
  const isNew = to.trim() !== "" && to.trim() !== name && there === undefined;
  const changes = {
    rename: { title: say.renameOf(name), ready: isNew, body: { rename: { class: name, to: to.trim() } }, done: say.renamed(name, to.trim()), does: there === undefined ? say.renameDoes(labels, words) : say.there(there, 1) },
    merge: { title: say.mergeOf(name), ready: to !== "", body: { merge: { classes: [name], into: to } }, done: say.merged(name, to), does: say.mergeDoes(labels, words, to) },
    archive: { title: say.archiveOf(name), ready: true, body: { archive: name }, done: say.archived(name), does: say.archiveDoes(labels, words) },
  };
  const { title, ready, body, done, does } = changes[kind];
  return (
    <Confirm title={title} action={say[kind]} ready={ready} work={() => work(body, done)} close={close}>
      {kind === "rename" && <TextField label={say.renameTo} autofocus maxLength={LONGEST} value={to} set={setTo} />}
      {kind === "merge" && <Select label={say.mergeInto} value={to} options={named(others)} choose={setTo} />}
      <p role="status">{does}</p>
    </Confirm>
  );
}
