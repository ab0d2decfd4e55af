// Who joined meanwhile: the server tells nobody, so the page looks now and then while it is seen.
import { useEffect } from "preact/hooks";

const PAUSE = 4000; // milliseconds between two looks

export function useRegularRefresh(again: () => void): void {
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && again(), PAUSE);
    return () => clearInterval(timer);
  }, [again]);
}
