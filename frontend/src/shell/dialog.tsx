// A dialog over the page: the browser's own, so that focus stays inside, Escape closes it and focus goes back.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { say } from "../strings";
import { Button } from "../forms/button";

export interface DialogProps {
  title: string;
  children: ComponentChildren;
  /** Called when it is to be closed, however that is said. */
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
    // Once it is gone: until then nothing outside can have the focus.
    return () => queueMicrotask(() => before instanceof HTMLElement && before.focus());
  }, []); // before the next key is pressed: its letter belongs into the dialog
  // At once: the browser would tell a moment later, when the same dialog may have been opened again.
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      class={`dialog ${kind}`}
      aria-labelledby={heading}
      onClose={onClose}
      onKeyDown={leave}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-inside">
        <header>
          <h2 id={heading}>{title}</h2>
          <Button kind="quiet" onClick={onClose}>{say.close}</Button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
