// A button for each class, in its colour and with its key.
import { Tile } from "../shell/class_chip";
import { project, tint } from "../state/session";

interface Props {
  disabled: boolean;
  /** What a button does, where its class alone does not say it. */
  says?: (name: string) => string;
  choose: (name: string) => void;
}

export function ClassButtons({ disabled, says, choose }: Props) {
  return (project.value?.classes ?? []).map((name) => (
    <button key={name} class={`class-answer ${tint(name)}`} type="button" disabled={disabled} aria-label={says?.(name)} onClick={() => choose(name)}>
      <Tile name={name} />
      <span class="cut" dir="auto">{name}</span>
    </button>
  ));
}
