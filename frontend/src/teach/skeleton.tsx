// The shape of the screen while it loads: nothing for a moment, then grey lines of the same size.
import { say } from "../strings";

export function Skeleton() {
  return (
    <div class="desk skeletons" role="status" aria-label={say.loading}>
      <div class="middle">
        <div class="queue" />
        <div class="reader">
          <div class="sheet">
            {[96, 88, 93, 60].map((width, at) => (
              <div key={at} class="skeleton-line" style={{ inlineSize: `${width}%` }} />
            ))}
          </div>
        </div>
      </div>
      <div class="words">
        {[1, 2, 3, 4].map((at) => (
          <div key={at} class="skeleton-line" />
        ))}
      </div>
      <div class="side" />
    </div>
  );
}
