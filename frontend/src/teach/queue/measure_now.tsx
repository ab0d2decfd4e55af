// The way to a batch that measures, from wherever a number is asked for, as long as there is something to ask.
import { go } from "../../state/route";
import { openDocuments } from "../../state/session";
import { say } from "../../strings";
import { ask, MEASURED } from "./batch";

export function MeasureNow({ primary = false }: { primary?: boolean }) {
  if (!openDocuments.value) return null;
  return (
    <button
      type="button"
      class={`button ${primary ? "primary" : ""}`}
      title={say.measure.about}
      onClick={() => {
        go("teach");
        void ask(true);
      }}
    >
      {say.measure.now(Math.min(MEASURED, openDocuments.value))}
    </button>
  );
}
