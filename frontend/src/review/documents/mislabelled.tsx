// Labels that may be wrong, the most suspicious first.
import { Answered, useAnswer, useUntilComplete } from "../../api/answer";
import { within } from "../../api/client";
import { address, route } from "../../state/route";
import { project } from "../../state/session";
import type { DoubtfulLabels } from "../../api/schema";
import { ClassChip } from "../../shell/class_chip";
import { Detail } from "../document/detail";
import { DocumentList } from "./document_list";
import { sinceListed, useSinceListed } from "./listed_documents";
import { say } from "../strings";

export function MislabelledTab() {
  const answer = useAnswer<DoubtfulLabels>(within(project.value?.name ?? "", "review", "mislabelled"));
  useUntilComplete(answer);
  const since = useSinceListed(answer.again);
  const suspects = answer.value?.labels ?? [];
  const chosen = route.value.parts[1];
  const why = suspects.find(({ id }) => id === chosen)?.why;
  return (
    <div class="three">
      <aside class="three-list" aria-label={say.list.name}>
        <p class="faint">{say.mislabelled.about}</p>
        <Answered answer={answer}>
          {({ missing }) => (
            <>
              {!suspects.length && <p role="status">{missing ? say.mislabelled.working : say.mislabelled.none}</p>}
              <DocumentList
                items={suspects.map((each) => sinceListed(each, since.known[each.id])).map(({ id, snippet, label, suggested }) => ({
                  id,
                  snippet,
                  href: address("review", ["mislabelled", id]),
                  about: (
                    <>
                      {label !== null && <ClassChip name={label}>{say.list.labelled(label)}</ClassChip>}
                      <ClassChip name={suggested} thought>{say.mislabelled.suggested(suggested)}</ClassChip>
                    </>
                  ),
                }))}
              />
            </>
          )}
        </Answered>
      </aside>
      <Detail
        id={chosen}
        addressOf={(id) => address("review", ["mislabelled", ...(id === null ? [] : [id])])}
        refresh={since.refresh}
        tell={since.tell}
        why={why}
      />
    </div>
  );
}
