// Shares side by side, dotted in the colours of their classes, as all that the model thinks.
import { percent } from "../numbers";
import { tint } from "../state/session";

interface Props {
  shares: [name: string, share: number][];
  /** What those hear who do not see it; a bar without it only repeats what is written beside it. */
  label?: string;
}

export function ShareBar({ shares, label }: Props) {
  return (
    <div class="bar" role={label ? "img" : undefined} aria-label={label} aria-hidden={!label}>
      {shares.map(([name, share]) => (
        <span key={name} class={tint(name)} style={{ flexGrow: share }} title={`${name} ${percent(share)}`} />
      ))}
    </div>
  );
}
