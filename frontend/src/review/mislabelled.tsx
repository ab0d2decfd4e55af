// Labels that may be wrong, the most suspicious first.
import { Answered, useAnswer } from "../api/answer";
import { within } from "../api/client";
import { address, route } from "../state/route";
import { project } from "../state/session";
import type { Mislabelled } from "./answers";
import { Detail } from "./detail";
import { DocumentList } from "./document_list";
import { say } from "./strings";

export function MislabelledTab() {
  const answer = useAnswer<Mislabelled[]>(within(project.value?.name ?? "", "review", "mislabelled"));
  const found = answer.value ?? [];
  const chosen = route.value.parts[1];
  const why = found.find(({ id }) => id === chosen)?.why;
  return (
    <div class="three">
      <aside class="three-list" aria-label={say.list.name}>
        <p class="faint">{say.mislabelled.about}</p>
        <Answered answer={answer}>
          {() => (
            <>
              {!found.length && <p>{say.mislabelled.none}</p>}
              {why && <p class="notice small">{why}</p>}
              <DocumentList
                items={found.map(({ id, snippet, label, suggested }) => ({
                  id,
                  snippet,
                  href: address("review", ["mislabelled", id]),
                  about: <span class="chip differs">{say.mislabelled.suggested(label, suggested)}</span>,
                }))}
              />
            </>
          )}
        </Answered>
      </aside>
      <Detail
        id={chosen}
        ids={found.map(({ id }) => id)}
        addressOf={(id) => address("review", ["mislabelled", ...(id === null ? [] : [id])])}
        refresh={answer.again}
      />
    </div>
  );
}
