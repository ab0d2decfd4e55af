// Import: choose a file, look at what it holds, and only then write.
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem, refusedBy } from "../../api/answer";
import { within, type Refused } from "../../api/client";
import { Button } from "../../forms/button";
import { CopyableText } from "../../forms/copyable_text";
import { dropped } from "../../state/dropped_file";
import { mayOwn, project } from "../../state/session";
import type { Uploaded } from "../../api/schema";
import { say as shared } from "../strings";
import { say } from "./strings";
import { addressOf, quoted } from "../export/project_address";
import { FileDrop } from "../../forms/file_drop";
import { SentFile } from "./sent_file";
import { send, type Sending } from "./upload";

type Stage =
  | { at: "choose"; refused?: Refused }
  | { at: "upload"; file: File; sent: number }
  | { at: "preview"; file: File; upload: Uploaded };

export function ImportSection() {
  const [stage, setStage] = useState<Stage>({ at: "choose" });
  const sending = useRef<Sending | null>(null);
  const name = project.value?.name ?? "";
  const begin = (file: File) => {
    setStage({ at: "upload", file, sent: 0 });
    sending.current = send(`${within(name, "uploads")}?name=${encodeURIComponent(file.name)}`, file, (sent) =>
      setStage({ at: "upload", file, sent }),
    );
    sending.current.answer.then(
      (upload) => setStage({ at: "preview", file, upload }),
      (error: unknown) => {
        const stopped = error instanceof DOMException;
        setStage(stopped ? { at: "choose" } : { at: "choose", refused: refusedBy(error) });
      },
    );
  };

  useEffect(() => {
    const file = dropped.peek();
    dropped.value = null;
    if (file) begin(file);
    return () => sending.current?.stop();
  }, []);

  if (!mayOwn.value) return <p class="notice">{shared.ownerOnly}</p>;
  switch (stage.at) {
    case "choose":
      return (
        <>
          <p class="lead">{say.about}</p>
          {stage.refused && <Problem refused={stage.refused} />}
          <FileDrop choose={begin} />
          <h2>{say.terminal}</h2>
          <CopyableText label={say.terminal} text={`teachback import ${quoted(addressOf(project.value))} texts.csv`} />
        </>
      );
    case "upload":
      return <Uploading file={stage.file} sent={stage.sent} stop={() => sending.current?.stop()} />;
    case "preview":
      return <SentFile file={stage.file} first={stage.upload} project={name} restart={() => setStage({ at: "choose" })} />;
  }
}

function Uploading({ file, sent, stop }: { file: File; sent: number; stop: () => void }) {
  return (
    <div class="working">
      <h2>{say.uploading(file.name)}</h2>
      <progress max={file.size} value={sent} aria-label={say.uploading(file.name)} />
      <p class="faint">{say.uploaded(sent, file.size)}</p>
      <Button onClick={stop}>{say.stop}</Button>
    </div>
  );
}
