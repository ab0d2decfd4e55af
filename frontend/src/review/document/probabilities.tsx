// How likely each class is: a bar of all classes, and the likeliest by name.
import { ShareBar } from "../../charts/share_bar";
import { percent } from "../../numbers";
import { tint } from "../../state/session";
import { say } from "../strings";

const NAMED = 4;
const DRAWN = 30;

export function Probabilities({ of }: { of: Record<string, number> }) {
  const sorted = Object.entries(of).sort(([, one], [, other]) => other - one);
  return (
    <div class="probabilities stack">
      <ShareBar shares={sorted.slice(0, DRAWN)} />
      <ul aria-label={say.card.probabilities}>
        {sorted.slice(0, NAMED).map(([name, share]) => (
          <li key={name}>
            <span class={`swatch ${tint(name)}`} aria-hidden="true" />
            <span dir="auto">{name}</span> <span class="faint">{percent(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
