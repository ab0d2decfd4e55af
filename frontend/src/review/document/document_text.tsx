// The text of a document with its marks; while words are tried away, a click takes one.
import { useMemo, useRef } from "preact/hooks";
import type { DocumentDetails, ExplainedDocument } from "../../api/schema";
import { project } from "../../state/session";
import { DocumentText } from "../../text/document_text";
import { unitUnder } from "../../text/places";
import { wordAt } from "../../text/words";
import { marksOf, toggled, type Display } from "./display";
import { say } from "../strings";

const LAYERS = { rationale: say.detail.rationale, why: say.detail.why, gone: say.detail.gone };

interface Props {
  document: DocumentDetails;
  label: string | null;
  explanation: ExplainedDocument | undefined;
  display: Display;
  change: (change: (before: Display) => Display) => void;
}

export function ReviewedText({ document, label, explanation, display, change }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const name = label ?? Object.values(document.labels)[0] ?? null;
  const marks = useMemo(() => marksOf(document, name, explanation, display), [document, name, explanation, display]);
  const click = (event: MouseEvent) => {
    const unit = root.current && unitUnder(root.current, event.clientX, event.clientY);
    const word = unit === null ? null : wordAt(document.text, unit);
    if (word) change((before) => ({ ...before, gone: toggled(before.gone, document.text.slice(word.start, word.end)) }));
  };
  return (
    <div class={`reading${display.trying ? " trying" : ""}`} onClick={display.trying ? click : undefined}>
      <DocumentText text={document.text} marks={marks} direction={project.value?.settings.direction ?? "auto"} names={LAYERS} textRef={root} />
    </div>
  );
}
