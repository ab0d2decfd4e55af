// All documents with what the model says of them, narrowed by filters that the address keeps.
import { useCallback, useEffect, useState } from "preact/hooks";
import { Problem, refusedBy } from "../../api/answer";
import { call, within, type Refused } from "../../api/client";
import type { DocumentPage, ListedDocument } from "../../api/schema";
import { address, go, route } from "../../state/route";
import { project } from "../../state/session";
import { ClassName } from "../class_name";
import { Detail } from "../document/detail";
import { DocumentList } from "./document_list";
import { FilterBar } from "./filter_bar";
import { fromAddress, isNarrowed, toAddress, toQuery } from "./filters";
import { sinceListed, useSinceListed } from "./listed_documents";
import { say } from "../strings";

const PAGE = 50;

export function PredictionsTab() {
  const filters = fromAddress(route.value.query);
  const chosen = route.value.parts[1];
  const pages = usePages(project.value?.name ?? "", (after) => toQuery(filters, after, PAGE));
  const query = toAddress(filters);
  const since = useSinceListed();
  return (
    <div class="three">
      <aside class="three-list" aria-label={say.list.name}>
        <FilterBar filters={filters} fields={pages.fields} change={(changed) => go("review", ["predictions"], toAddress(changed))} />
        {pages.refused && <Problem refused={pages.refused} again={pages.again} />}
        {pages.total !== null && (
          <p class="faint small list-total" role="status">
            {pages.total ? say.list.total(pages.total) : say.list.none}{" "}
            {isNarrowed(filters) && (
              <a class="link" href={address("review", ["predictions"])}>
                {say.list.clear}
              </a>
            )}
          </p>
        )}
        <DocumentList
          items={pages.documents.map((document) => ({
            id: document.id,
            snippet: document.snippet,
            href: address("review", ["predictions", document.id], query),
            about: <About document={sinceListed(document, since.known[document.id])} />,
          }))}
          more={pages.more}
        />
      </aside>
      <Detail
        id={chosen}
        addressOf={(id) => address("review", ["predictions", ...(id === null ? [] : [id])], query)}
        refresh={() => {
          since.forget();
          pages.again();
        }}
        tell={since.tell}
      />
    </div>
  );
}

type Shown = Pick<ListedDocument, "guess" | "label"> & Partial<Pick<ListedDocument, "flagged" | "disputed">>;

function About({ document: { label, guess, flagged, disputed } }: { document: Shown }) {
  return (
    <>
      {guess && <ClassName name={guess.class} thought>{say.list.guessed(guess.class, guess.probabilities[guess.class] ?? 0)}</ClassName>}
      {label !== null && <ClassName name={label}>{say.list.labelled(label)}</ClassName>}
      {flagged && <span class="chip">{say.list.flagged}</span>}
      {disputed && <span class="chip">{say.list.disputed}</span>}
    </>
  );
}

/** Page after page of documents; a changed query begins anew. */
function usePages(name: string, ask: (after: string | null) => string) {
  const [documents, setDocuments] = useState<ListedDocument[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [total, setTotal] = useState<number | null>(null);
  const [fields, setFields] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<Refused>();
  const [asked, setAsked] = useState(0);
  const first = within(name, "documents") + ask(null);
  useEffect(() => {
    const stop = new AbortController();
    call<DocumentPage>("GET", first, undefined, stop.signal).then(
      (page) => {
        setDocuments(page.documents);
        setNext(page.next);
        setTotal(page.total);
        setFields(page.fields);
        setRefused(undefined);
      },
      (error: unknown) => !stop.signal.aborted && setRefused(refusedBy(error)),
    );
    return () => stop.abort();
  }, [first, asked]);
  const more = useCallback(() => {
    setNext(null);
    call<DocumentPage>("GET", within(name, "documents") + ask(next)).then(
      (page) => {
        setDocuments((known) => [...known, ...page.documents]);
        setNext(page.next);
      },
      (error: unknown) => setRefused(refusedBy(error)),
    );
  }, [first, next]);
  const again = useCallback(() => setAsked((times) => times + 1), []);
  return { documents, total, fields, refused, again, more: next === null ? undefined : more };
}
