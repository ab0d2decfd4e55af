// A box to tick, and what is said with it.
import type { ComponentChildren } from "preact";

export function Tick({ value, set, children }: { value: boolean; set: (value: boolean) => void; children: ComponentChildren }) {
  return (
    <label class="tick">
      <input type="checkbox" checked={value} onChange={({ currentTarget }) => set(currentTarget.checked)} />
      <span>{children}</span>
    </label>
  );
}
