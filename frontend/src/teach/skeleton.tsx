// The shape of the screen while it loads: nothing for a moment, then grey lines of the same size.
import { say } from "../strings";
import { shownClasses } from "./words/columns";

export function Skeleton() {
  return (
    <div class="desk skeletons" role="status" aria-label={say.loading}>
      <div class="queue">
        {[1, 2, 3, 4, 5].map((at) => (
          <div key={at} class="skeleton-line tall" />
        ))}
      </div>
      <div class="reader">
        <div class="sheet">
          {[96, 88, 93, 60, 0, 90, 97, 45].map((width, at) => (
            <div key={at} class="skeleton-line" style={{ inlineSize: `${width}%` }} />
          ))}
        </div>
      </div>
      <div class="words">
        <div class="word-columns">
          {[...Array(Math.max(2, shownClasses.value.length)).keys()].map((column) => (
            <div key={column} class="column">
              {[1, 2, 3, 4, 5, 6].map((at) => (
                <div key={at} class="skeleton-line" />
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
