// Screens and panes whose code is fetched after the first screen stands.
import type { FunctionComponent } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { connected } from "../state/connection";
import { say } from "../strings";
import { Button } from "../forms/button";

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

/** A pane that takes the keys: what is pressed before it is here is meant for it, and no command. */
export function lazyDialog<P extends { onClose?: () => void }>(pick: (all: Panes) => FunctionComponent<P>): FunctionComponent<P> {
  return later(async () => pick(await panes()), Coming, () => here && pick(here));
}

/** In the place of a dialog that is on its way; Escape does not wait for it. */
function Coming({ onClose }: { onClose?: () => void }) {
  useLayoutEffect(() => {
    const leave = ({ key }: KeyboardEvent) => {
      if (key === "Escape") onClose?.();
    };
    addEventListener("keydown", leave);
    return () => removeEventListener("keydown", leave);
  }, [onClose]); // before the next key is pressed
  return <span data-coming />;
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
