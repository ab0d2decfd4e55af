// What the model mixes up: the confusion matrix, and the documents of one cell or of all.
import { Answered, useAnswer, useUntilComplete } from "../../api/answer";
import { within } from "../../api/client";
import { address, route } from "../../state/route";
import { project } from "../../state/session";
import type { Errors } from "../../api/schema";
import { ClassChip } from "../../shell/class_chip";
import { Detail } from "../document/detail";
import { DocumentList } from "../documents/document_list";
import { most, right, worst, type Cell } from "./confusion";
import { MatrixTable } from "./confusion_table";
import { sinceListed, useSinceListed } from "../documents/listed_documents";
import { say } from "../strings";

const SHOWN = 20; // classes in the table

export function ErrorsTab() {
  const answer = useAnswer<Errors>(within(project.value?.name ?? "", "review", "errors"));
  useUntilComplete(answer);
  const since = useSinceListed(answer.again);
  const chosen = route.value.parts[1];
  const cell = cellOf(route.value.query);
  const inCell: Record<string, string> = cell ? { ...cell } : {};
  const documents = (answer.value?.documents ?? []).filter(
    ({ label, predicted }) => !cell || (label === cell.label && predicted === cell.predicted),
  );
  return (
    <div class="three">
      <aside class="three-list" aria-label={say.list.name}>
        <Answered answer={answer}>
          {(errors) => (
            <>
              <p class="small list-total" role="status">
                {cell ? say.errors.shown(cell.label, cell.predicted) : !errors.missing && say.list.total(errors.wrong)}{" "}
                {cell && (
                  <a class="link" href={address("review", ["errors"])}>
                    {say.errors.all}
                  </a>
                )}
                {chosen !== undefined && (
                  <a class="link" href={address("review", ["errors"], inCell)}>
                    {say.errors.show}
                  </a>
                )}
              </p>
              <DocumentList
                items={documents.map((each) => sinceListed(each, since.known[each.id])).map(({ id, snippet, label, predicted }) => ({
                  id,
                  snippet,
                  href: address("review", ["errors", id], inCell),
                  about: (
                    <>
                      <ClassChip name={predicted} thought />
                      {label !== null && <ClassChip name={label}>{say.list.labelled(label)}</ClassChip>}
                    </>
                  ),
                }))}
              />
            </>
          )}
        </Answered>
      </aside>
      {chosen === undefined ? (
        <section class="three-text overview">{answer.value && <Overview errors={answer.value} chosen={cell} />}</section>
      ) : (
        <Detail
          id={chosen}
          addressOf={(id) => address("review", ["errors", ...(id === null ? [] : [id])], inCell)}
          refresh={since.refresh}
          tell={since.tell}
        />
      )}
    </div>
  );
}

function cellOf(search: URLSearchParams): Cell | null {
  const [label, predicted] = [search.get("label"), search.get("predicted")];
  return label !== null && predicted !== null ? { label, predicted } : null;
}

function Overview({ errors: { missing, matrix, of, how }, chosen }: { errors: Errors; chosen: Cell | null }) {
  if (missing) return <p role="status">{say.errors.working}</p>;
  if (!of) return <p>{say.errors.few}</p>;
  const confused = worst(matrix);
  return (
    <>
      <p class="overview-lead">
        {say.errors.summary(right(matrix), of)}{" "}
        {confused ? say.errors.worst(confused.count, confused.label, confused.predicted) : say.errors.none}
      </p>
      <p class="faint small">{say.errors.how(how)}</p>
      <MatrixTable matrix={most(matrix, SHOWN)} chosen={chosen} />
      {matrix.classes.length > SHOWN && <p class="faint small">{say.errors.most(SHOWN, matrix.classes.length)}</p>}
    </>
  );
}
