// The dialog that changes one class, saying first what becomes of what was taught.
import { useState } from "preact/hooks";
import { Confirm } from "../../forms/confirm";
import { TextField } from "../../forms/field";
import { named, Select } from "../../forms/select";
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
  switch (kind) {
    case "rename":
      return (
        <Confirm
          title={say.renameOf(name)}
          action={say.rename}
          ready={to.trim() !== "" && to.trim() !== name}
          work={() => work({ rename: { class: name, to: to.trim() } }, say.renamed(name, to.trim()))}
          close={close}
        >
          <TextField label={say.renameTo} autofocus maxLength={LONGEST} value={to} set={setTo} />
          <p>{say.renameDoes(labels, words)}</p>
        </Confirm>
      );
    case "merge":
      return (
        <Confirm
          title={say.mergeOf(name)}
          action={say.merge}
          ready={to !== ""}
          work={() => work({ merge: { classes: [name], into: to } }, say.merged(name, to))}
          close={close}
        >
          <Select label={say.mergeInto} value={to} options={named(others)} choose={setTo} />
          <p>{say.mergeDoes(labels, words, to)}</p>
        </Confirm>
      );
    case "archive":
      return (
        <Confirm
          title={say.archiveOf(name)}
          action={say.archive}
          work={() => work({ archive: name }, say.archived(name))}
          close={close}
        >
          <p>{say.archiveDoes(labels, words)}</p>
        </Confirm>
      );
  }
}
