// Horizontal bars as a plain list: readable without a picture, cheap to draw.
import { say } from "./strings";

export interface Bar {
  name: string;
  value: number;
  /** The value as text. */
  text: string;
  /** The class's place among the project's classes, for its colour. */
  tint?: string;
  /** A value to compare with, drawn as a line across the bar. */
  against?: { value: number; text: string } | undefined;
}

const MOST = 24;

export function Bars({ bars, name }: { bars: Bar[]; name: string }) {
  const longest = Math.max(...bars.map((bar) => Math.max(bar.value, bar.against?.value ?? 0)), Number.MIN_VALUE);
  return (
    <ul class="bars" aria-label={name}>
      {bars.slice(0, MOST).map((bar) => (
        <li key={bar.name} class={bar.tint ?? ""}>
          <span class="bar-name" dir="auto">
            {bar.name}
          </span>
          <span class="bar-track" aria-hidden="true">
            <span class="bar-fill" style={{ inlineSize: `${(bar.value / longest) * 100}%` }} />
            {bar.against && <span class="bar-against" style={{ insetInlineStart: `${(bar.against.value / longest) * 100}%` }} />}
          </span>
          <span class="bar-value">
            {bar.text}
            {bar.against && <span class="faint"> {bar.against.text}</span>}
          </span>
        </li>
      ))}
      {bars.length > MOST && <li class="faint">{say.more(bars.length - MOST)}</li>}
      {!bars.length && <li class="faint">{say.none}</li>}
    </ul>
  );
}
