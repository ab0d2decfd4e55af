// A dialog over the page: the browser's own, so that focus stays inside, Escape closes it and focus goes back.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { say } from "../strings";
import { Button } from "../forms/button";

export interface DialogProps {
  title: string;
  children: ComponentChildren;
  /** Called once it is closed, however that happened. */
  onClose: () => void;
  /** "side" is a pane at the edge, "wide" has room for a table. */
  kind?: "side" | "wide" | "plain";
}

export function Dialog({ title, children, onClose, kind = "plain" }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []); // before the next key is pressed: its letter belongs into the dialog
  return (
    <dialog
      ref={dialog}
      class={`dialog ${kind}`}
      aria-labelledby={heading}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="dialog-inside">
        <header>
          <h2 id={heading}>{title}</h2>
          <Button kind="quiet" onClick={() => dialog.current?.close()}>{say.close}</Button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
