// The cap of a key on the button that does the same; hidden where plain letters are switched off.
import { cap, keyOf, keySettings } from "./keys";

export function KeyCap({ id, of }: { id: string; of: string }) {
  const key = keyOf({ id, key: of });
  if (!key || (!keySettings.value.on && !key.startsWith("ctrl+"))) return null;
  return <kbd aria-hidden="true">{cap(key)}</kbd>;
}
