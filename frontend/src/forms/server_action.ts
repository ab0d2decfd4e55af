// Something that a button does on the server: once at a time, and with a sentence when it is refused.
import { useState } from "preact/hooks";
import { refusedBy } from "../api/answer";
import type { Refused } from "../api/client";

export interface Acting {
  busy: boolean;
  refused: Refused | undefined;
  /** Do the work unless some is being done; what it throws is kept as `refused`. */
  act: (work: () => Promise<void>) => void;
}

export function useServerAction(): Acting {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const act = (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setRefused(undefined);
    work()
      .catch((error: unknown) => setRefused(refusedBy(error)))
      .finally(() => setBusy(false));
  };
  return { busy, refused, act };
}
