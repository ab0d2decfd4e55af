// An answer of the server as a component sees it: on its way, here, or refused.
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import { call, Refused } from "./client";
import { Button } from "../forms/button";
import { say } from "./strings";

const AGAIN = 1000; // milliseconds between two looks at what is being worked out

export interface Answer<T> {
  value: T | undefined;
  refused: Refused | undefined;
  /** Ask again; what is shown stays until the new answer is here. */
  again: () => void;
}

/** Ask for `path` whenever it changes; null asks nothing. The last answer stays until the next one is here. */
export function useAnswer<T>(path: string | null): Answer<T> {
  const [asked, setAsked] = useState(0);
  const [got, setGot] = useState<{ value?: T; refused?: Refused }>({});
  useEffect(() => {
    if (path === null) return;
    const stop = new AbortController();
    call<T>("GET", path, undefined, stop.signal).then(
      (value) => setGot({ value }),
      (error: unknown) => {
        if (!stop.signal.aborted) setGot((before) => ({ ...before, refused: refusedBy(error) }));
      },
    );
    return () => stop.abort();
  }, [path, asked]);
  const again = useCallback(() => setAsked((times) => times + 1), []);
  return { value: got.value, refused: got.refused, again };
}

/** Ask again, now and then, while the answer says that something is missing and being worked out. */
export function useUntilComplete(answer: Answer<{ missing: number }>, pause = AGAIN): void {
  useEffect(() => {
    if (!answer.value?.missing) return;
    const timer = setTimeout(answer.again, pause);
    return () => clearTimeout(timer);
  }, [answer.value]);
}

/** Whatever was thrown, as a refusal with a sentence. */
export function refusedBy(error: unknown): Refused {
  return error instanceof Refused ? error : new Refused(0, "Unexpected", error instanceof Error ? error.message : String(error));
}

interface Props<T> {
  answer: Answer<T>;
  children: (value: T) => ComponentChildren;
}

/** The children once there is an answer; a skeleton before, the server's sentence and Retry where it refused. */
export function Answered<T>({ answer, children }: Props<T>) {
  return (
    <>
      {answer.refused && <Problem refused={answer.refused} again={answer.again} />}
      {answer.value !== undefined ? children(answer.value) : !answer.refused && <div class="skeleton" aria-hidden="true" />}
    </>
  );
}

export function Problem({ refused, again }: { refused: Refused; again?: (() => void) | undefined }) {
  return (
    <div class="problem" role="alert">
      <p>{refused.message}</p>
      {again && (
        <Button onClick={again}>{say.again}</Button>
      )}
    </div>
  );
}
