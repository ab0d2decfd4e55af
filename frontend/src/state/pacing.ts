// Pacing work that many events ask for: soon after the first, less often while they keep coming.

const SHORTEST = 150;
const LONGEST = 2000;

const now = () => performance.now();
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * A function that has the work done soon, once for all calls until then. One turn ends before the next begins; the pause
 * between them doubles, up to `LONGEST`, as long as calls keep coming, and is short again once they have not for that long.
 */
export function paced(work: () => Promise<void>, clock = { now, pause }): () => void {
  let last = Number.NEGATIVE_INFINITY;
  let rest = SHORTEST;
  let planned = false;
  let again = false;

  async function run(): Promise<void> {
    await clock.pause(Math.max(SHORTEST, last + rest - clock.now()));
    again = false;
    await work().finally(() => {
      last = clock.now();
      planned = false;
    });
    if (again) want();
  }

  function want(): void {
    again = true;
    if (planned) return;
    planned = true;
    rest = clock.now() - last > LONGEST ? SHORTEST : Math.min(2 * rest, LONGEST);
    void run();
  }

  return want;
}
