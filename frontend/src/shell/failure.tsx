// Something failed: what, that nothing was lost, how to try again, what to tell those who can help.
import { useState } from "preact/hooks";
import type { Refused } from "../api/client";
import { sending } from "../state/lessons/lessons";
import { session } from "../state/session";
import { say } from "../strings";
import { Button } from "../forms/button";

export function Failure({ refused, again }: { refused: Refused; again: () => void }) {
  const [copied, setCopied] = useState(false);
  const details = () => JSON.stringify({ status: refused.status, kind: refused.kind, message: refused.message, detail: refused.detail, version: session.peek()?.version, at: new Date().toISOString() }, null, 2);
  return (
    <div class="state-card trouble" role="alert">
      <h2>{refused.unreachable ? say.trouble.away : say.trouble.title}</h2>
      <p>{refused.message}</p>
      <p class="faint">{sending.value.unsent ? say.trouble.unsent(sending.value.unsent) : say.trouble.safe}</p>
      <p class="buttons">
        <Button kind="primary" onClick={again}>{say.trouble.again}</Button>
        <Button onClick={() => {
          void navigator.clipboard?.writeText(details()).then(() => setCopied(true));
        }}>
          {copied ? say.trouble.copied : say.trouble.copy}
        </Button>
      </p>
    </div>
  );
}
