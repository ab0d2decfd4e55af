// Seconds a person was at work since the last lesson: a pause counts for a minute at most, a hidden page not at all.

const IDLE = 60_000;

export class Stopwatch {
  private spent = 0;
  private last: number;

  constructor(private readonly now: () => number) {
    this.last = now();
  }

  /** Something was pressed, moved or scrolled. */
  stir(): void {
    const now = this.now();
    this.spent += Math.min(now - this.last, IDLE);
    this.last = now;
  }

  /** The page was away: what passed since the last stir does not count. */
  back(): void {
    this.last = this.now();
  }

  /** The seconds since this was last asked. */
  lap(): number {
    this.stir();
    const seconds = Math.round(this.spent) / 1000;
    this.spent = 0;
    return seconds;
  }
}

const watch = new Stopwatch(() => performance.now());

export const secondsSpent = (): number => watch.lap();

/** Notice the person from now on. */
export function watchPerson(): void {
  const stir = () => watch.stir();
  for (const event of ["keydown", "pointerdown", "pointermove", "wheel"]) addEventListener(event, stir, { passive: true });
  document.addEventListener("visibilitychange", () => (document.hidden ? watch.stir() : watch.back()));
}
