// Seconds a person was at work on something: while it is on the screen and the page is seen; a pause counts for a minute at most.
import { signal } from "@preact/signals";

const IDLE = 60_000;

export class Stopwatch {
  private readonly spent = new Map<string, number>();
  private at: string | null = null;
  private last: number;

  constructor(private readonly now: () => number) {
    this.last = now();
  }

  /** Something was pressed, moved or scrolled. */
  stir(): void {
    const now = this.now();
    if (this.at !== null) this.spent.set(this.at, (this.spent.get(this.at) ?? 0) + Math.min(now - this.last, IDLE));
    this.last = now;
  }

  /** Something else is on the screen from now on, or (null) nothing that counts; what comes back goes on where it was. */
  turn(to: string | null): void {
    this.stir();
    this.at = to;
  }

  /** Everything begins at zero. */
  reset(): void {
    this.stir();
    this.spent.clear();
  }

  /** The seconds since this was last asked, of a document that was on the screen, else of what is; null when nothing is. */
  lap(document?: string): number | null {
    this.stir();
    if (this.at === null) return null;
    const of = document !== undefined && this.spent.has(document) ? document : this.at;
    const seconds = Math.round(this.spent.get(of) ?? 0) / 1000;
    this.spent.delete(of);
    return seconds;
  }
}

export const watch = new Stopwatch(() => performance.now());
/** Whether the page is seen. */
export const seen = signal(true);

/** Notice the person from now on. */
export function watchPerson(): void {
  const stir = () => watch.stir();
  for (const event of ["keydown", "pointerdown", "pointermove", "wheel"]) addEventListener(event, stir, { passive: true });
  const notice = () => { seen.value = !document.hidden; };
  document.addEventListener("visibilitychange", notice);
  notice();
}
