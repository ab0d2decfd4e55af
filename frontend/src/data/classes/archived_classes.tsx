// The classes that are archived, each with the way back.
import { Problem } from "../../api/answer";
import { useAct } from "../../forms/server_action";
import { mayOwn } from "../../state/session";
import { say } from "../strings";

interface Props {
  names: string[];
  bringBack: (name: string) => Promise<void>;
}

export function Archived({ names, bringBack }: Props) {
  const { busy, refused, act } = useAct();
  return (
    <>
      <h2>{say.classes.archivedOnes}</h2>
      <p class="faint">{say.classes.asleep}</p>
      {refused && <Problem refused={refused} />}
      <ul class="archived">
        {names.map((name) => (
          <li key={name}>
            <span class="cut" dir="auto" title={name}>
              {name}
            </span>
            {mayOwn.value && (
              <button class="button" type="button" aria-label={say.classes.bringBackOf(name)} disabled={busy} onClick={() => act(() => bringBack(name))}>
                {say.classes.bringBack}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
