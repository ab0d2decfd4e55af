// The mark: a solid line, what you said, above a dotted one, what the model thinks.
import { say } from "../strings";

export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 26 26" role="img" aria-label={say.app}>
      <rect width="26" height="26" rx="7" />
      <path d="M7 10h12" />
      <path d="M7 16.5h12.2" stroke-dasharray=".1 5.9" />
    </svg>
  );
}
