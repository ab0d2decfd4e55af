// Screens and panes whose code is fetched after the first screen stands.
import type { FunctionComponent } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { connected } from "../state/connection";
import { say } from "../strings";
import { Button } from "../forms/button";
import { typeInto } from "./type_into";

/** A screen: its code, and the style sheet of all but the first, come when it is first shown; the panes come after it. */
export function lazyScreen(load: () => Promise<{ default: FunctionComponent }>): FunctionComponent {
  return later(
    async () => {
      const [screen] = await Promise.all([load(), styles()]);
      void panes().catch(() => {});
      return screen.default;
    },
    () => <p class="faint later">{say.loading}</p>,
  );
}

type Panes = typeof import("../panes");
let here: Panes | null = null;

async function panes(): Promise<Panes> {
  const [all] = await Promise.all([import("../panes"), styles()]);
  here = all;
  return all;
}

/** A part that is fetched with all others once one is shown: on Teach, behind the first document. Until then keys are commands as ever. */
export function lazyPane<P extends object>(pick: (all: Panes) => FunctionComponent<P>): FunctionComponent<P> {
  return later(async () => pick(await panes()), () => null, () => here && pick(here));
}

/** A pane that takes the keys: what is typed before it is here waits for its box, and is no command. */
export function lazyDialog<P extends { onClose?: () => void }>(pick: (all: Panes) => FunctionComponent<P>): FunctionComponent<P> {
  return later(async () => pick(await panes()), Coming, () => here && pick(here));
}

/** In the place of a dialog that is on its way: it holds what is typed; Escape does not wait. */
function Coming({ onClose }: { onClose?: () => void }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const leave = useRef(onClose);
  leave.current = onClose;
  useLayoutEffect(() => {
    const held = box.current;
    const before = document.activeElement;
    const hold = (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.key === "Escape") leave.current?.();
      else held?.focus({ preventScroll: true });
    };
    addEventListener("keydown", hold, true);
    return () => {
      removeEventListener("keydown", hold, true);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true }); // where the dialog sends it back to
      queueMicrotask(() => typeInto(document.activeElement, held?.value ?? ""));
    };
  }, []); // before the next key is pressed
  return <textarea ref={box} class="visually-hidden" tabIndex={-1} aria-label={say.loading} />;
}

type Known<P> = () => FunctionComponent<P> | null;

function later<P extends object>(load: () => Promise<FunctionComponent<P>>, Meanwhile: FunctionComponent<P>, known: Known<P> = () => null): FunctionComponent<P> {
  let loaded: FunctionComponent<P> | null = null;
  return function Later(props: P) {
    const [state, setState] = useState<"coming" | "here" | "missing">("coming");
    loaded ??= known();
    useEffect(() => {
      if (loaded || state !== "coming") return;
      load().then(
        (part) => {
          loaded = part;
          setState("here");
        },
        () => setState("missing"),
      );
    }, [state]);
    useEffect(() => {
      if (connected.value) setState((before) => (before === "missing" ? "coming" : before)); // the server is back
    }, [connected.value]);
    const Part = loaded;
    if (Part) return <Part {...props} />;
    if (state === "coming") return <Meanwhile {...props} />;
    return (
      <p class="later" role="alert">
        {connected.value ? say.trouble.missing : say.trouble.missingAway}{" "}
        {connected.value ? <Button onClick={() => location.reload()}>{say.trouble.reload}</Button> : <Button onClick={() => setState("coming")}>{say.trouble.again}</Button>}
      </p>
    );
  };
}

let coming: Promise<void> | null = null;

/** The style sheet of what is not on the first screen: the page names it and does not wait for it. */
function styles(): Promise<void> {
  coming ??= new Promise<void>((resolve, reject) => {
    const named = document.querySelector<HTMLMetaElement>("meta[name=later-styles]");
    if (!named) return resolve();
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = named.content;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error("The style sheet could not be fetched."));
    };
    document.head.append(link);
  }).catch((error: unknown) => {
    coming = null;
    throw error;
  });
  return coming;
}
