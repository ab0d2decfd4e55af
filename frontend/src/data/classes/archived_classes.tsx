// The classes that are archived, each with the way back.
import { Problem } from "../../api/answer";
import { Button } from "../../forms/button";
import { useServerAction } from "../../forms/server_action";
import { mayOwn } from "../../state/session";
import { say } from "./strings";

interface Props {
  names: string[];
  bringBack: (name: string) => Promise<void>;
}

export function ArchivedClasses({ names, bringBack }: Props) {
  const { busy, refused, act } = useServerAction();
  return (
    <>
      <h2>{say.archivedOnes}</h2>
      <p class="faint">{say.asleep}</p>
      {refused && <Problem refused={refused} />}
      <ul class="archived">
        {names.map((name) => (
          <li key={name}>
            <span class="cut" dir="auto" title={name}>
              {name}
            </span>
            {mayOwn.value && (
              <Button aria-label={say.bringBackOf(name)} disabled={busy} onClick={() => act(() => bringBack(name))}>{say.bringBack}</Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
