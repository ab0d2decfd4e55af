// Whether what was told of changes is of a model that is the newest no more, also where that came while it was on its way.
import { useEffect } from "preact/hooks";
import type { Answer } from "../../api/answer";
import type { Changes } from "../../api/schema";

/** The newest model when the server answered: where it told no changes, the one that they were asked since. */
export function modelTold(changes: Changes | null | undefined, since: number): number | undefined {
  return changes === null ? since : changes?.model;
}

/** Ask again once a newer model is there than the answer is of, as long as the newest one `isWanted`. */
export function useUntilNewest(answer: Answer<Changes | null>, since: number | null, newest: number | undefined, isWanted = true): void {
  const told = since === null ? undefined : modelTold(answer.value, since);
  useEffect(() => {
    if (isWanted && told !== undefined && newest !== undefined && told < newest) answer.again();
  }, [told, newest]);
}
