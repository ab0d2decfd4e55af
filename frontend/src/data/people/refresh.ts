// Asking again every few seconds while the page is seen: the server sends no event when a person joins.
import { useEffect } from "preact/hooks";

const PAUSE = 4000; // milliseconds

export function useRegularRefresh(again: () => void): void {
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && again(), PAUSE);
    return () => clearInterval(timer);
  }, [again]);
}
