// The way to a batch that measures, from wherever a number is asked for.
import { go } from "../../state/route";
import { say } from "../../strings";
import { ask, MEASURED } from "./batch";

export function MeasureNow({ primary = false }: { primary?: boolean }) {
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
      {say.measure.now(MEASURED)}
    </button>
  );
}
