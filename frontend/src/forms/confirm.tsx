// "Are you sure?", with what it will do.
import type { ComponentChildren } from "preact";
import { Problem } from "../api/answer";
import { Dialog } from "../shell/dialog";
import { Form } from "./form";
import { useServerAction } from "./server_action";
import { say } from "./strings";
import { Button } from "./button";

interface Props {
  title: string;
  /** What the button that does it says. */
  action: string;
  work: () => Promise<void>;
  close: () => void;
  ready?: boolean;
  children: ComponentChildren;
}

export function Confirm({ title, action, work, close, ready = true, children }: Props) {
  const { busy, refused, act } = useServerAction();
  const go = () =>
    act(async () => {
      await work();
      close();
    });
  return (
    <Dialog title={title} onClose={close}>
      <Form submit={() => ready && go()}>
        {children}
        {refused && <Problem refused={refused} />}
        <div class="buttons">
          <Button kind="primary" type="submit" disabled={busy || !ready}>{action}</Button>
          <Button onClick={close}>{say.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
