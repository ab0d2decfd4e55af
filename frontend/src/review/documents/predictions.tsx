// All documents with what the model says of them, narrowed by filters that the address keeps.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { Problem, refusedBy } from "../../api/answer";
import { call, within, type Refused } from "../../api/client";
import type { DocumentPage, ListedDocument, ShownField } from "../../api/schema";
import { percent } from "../../numbers";
import { ClassChip } from "../../shell/class_chip";
import { useCommands } from "../../shell/keys";
import { address, go, route } from "../../state/route";
import { mayTeach, project } from "../../state/session";
import { Detail } from "../document/detail";
import { DocumentList } from "./document_list";
import { FilterBar } from "./filter_bar";
import { fromAddress, isNarrowed, selectionQuery, toAddress, toQuery } from "./filters";
import { searched } from "./found_words";
import { sinceListed, useSinceListed } from "./listed_documents";
import { BulkBar } from "../selection/bulk_bar";
import { likeAddress, likeTextAddress } from "../selection/more_like";
import { useSelection } from "../selection/selection";
import { say } from "../strings";

const PAGE = 50;
const MOST = 500; // documents that are asked for at once
const COLUMNS = 3; // of the file, beside the text
const MOST_LIKE = 20; // documents whose likes are looked for

export function PredictionsTab() {
  const filters = fromAddress(route.value.query);
  const chosen = route.value.parts[1];
  const name = project.value?.name ?? "";
  const pages = usePages(name, chosen, (after, limit) => toQuery(filters, after, limit));
  const query = toAddress(filters);
  const since = useSinceListed(pages.again);
  const { selected, tick, clear, all } = useSelection(name, selectionQuery(filters));
  useSelectionKeys(tick, all);
  const ids = [...selected.ids].slice(0, MOST_LIKE);
  const words = searched(filters.q);
  const like = ids.length ? likeAddress(ids) : words.length ? likeTextAddress(words.join(" ")) : undefined;
  const columns = pages.fields.slice(0, COLUMNS);
  const shownTicked = pages.documents.filter(({ id }) => selected.ids.has(id)).length;
  return (
    <div class="three">
      <aside class="three-list" aria-label={say.list.name} style={{ "--fields": columns.length }}>
        <FilterBar
          filters={filters}
          fields={pages.fields}
          like={like}
          change={(changed) => go("review", ["predictions"], toAddress(changed))}
          total={
            pages.total !== null && (
              <p class="faint small list-total" role="status">
                {pages.total ? say.list.total(pages.total) : say.list.none}{" "}
                {isNarrowed(filters) && (
                  <a class="link" href={address("review", ["predictions"])}>
                    {say.list.clear}
                  </a>
                )}
              </p>
            )
          }
        />
        {pages.refused && <Problem refused={pages.refused} again={pages.again} />}
        {pages.total ? (
          <div class="list-head">
            {mayTeach.value && (
              <label class="tick-box">
                <input
                  type="checkbox"
                  aria-label={say.bulk.all}
                  checked={selected.ids.size > 0 && shownTicked === pages.documents.length}
                  ref={(box) => {
                    if (box) box.indeterminate = selected.ids.size > 0 && shownTicked < pages.documents.length;
                  }}
                  onChange={() => (selected.ids.size ? clear() : void all())}
                />
              </label>
            )}
            <div class="list-columns" aria-hidden="true">
              <span>{say.columns.document}</span>
              <span class="about">
                <span>{say.columns.guess}</span>
                <span>{say.columns.label}</span>
                {columns.map((field) => (
                  <span key={field} class={pages.documents.some(({ fields }) => fields.some(({ name, kind }) => name === field && kind === "number")) ? "number" : ""}>
                    {field}
                  </span>
                ))}
              </span>
            </div>
          </div>
        ) : null}
        <DocumentList
          items={pages.documents.map((document) => ({
            id: document.id,
            snippet: document.snippet,
            href: address("review", ["predictions", document.id], query),
            about: <About document={{ ...sinceListed(document, since.known[document.id]), fields: document.fields }} columns={columns} />,
          }))}
          more={pages.more}
          words={words}
          ticks={mayTeach.value ? { ids: selected.ids, tick } : undefined}
        />
        <BulkBar selected={selected} total={pages.total ?? 0} clear={clear} done={since.refresh} />
      </aside>
      <Detail
        id={chosen}
        addressOf={(id) => address("review", ["predictions", ...(id === null ? [] : [id])], query)}
        refresh={since.refresh}
        tell={since.tell}
        selects
      />
    </div>
  );
}

/** S ticks the document that is open, or that the focus is on; A selects all that fit. */
function useSelectionKeys(tick: (id: string) => void, all: () => Promise<void>): void {
  const tickHere = () => {
    const id = (document.activeElement instanceof HTMLElement ? document.activeElement.dataset.id : undefined) ?? route.peek().parts[1];
    if (id !== undefined) tick(id);
  };
  const both = [
    { id: "review.tick", title: say.bulk.select, key: "s", run: tickHere },
    { id: "review.all", title: say.bulk.all, key: "a", run: () => void all() },
  ];
  useCommands(mayTeach.value ? both : []);
}

type Shown = Pick<ListedDocument, "guess" | "label" | "fields"> & Partial<Pick<ListedDocument, "flagged" | "disputed" | "skipped">>;

function About({ document: { label, guess, flagged, disputed, skipped, fields = [] }, columns }: { document: Shown; columns: readonly string[] }) {
  return (
    <>
      <span class="said">
        {guess && (
          <>
            <ClassChip name={guess.class} thought /> <span class="faint">{percent(guess.probabilities[guess.class] ?? 0)}</span>
          </>
        )}
      </span>
      <span class="said">
        {label === null ? (
          <span class={skipped ? "chip" : "faint none"}>{skipped ? say.list.skipped : say.columns.none}</span>
        ) : (
          <>
            <span class="visually-hidden">{say.list.labelled(label)}</span>
            <span class="said" aria-hidden="true">
              <ClassChip name={label} />
            </span>
          </>
        )}
        {flagged && <span class="chip">{say.list.flagged}</span>}
        {disputed && <span class="chip">{say.list.disputed}</span>}
      </span>
      {columns.map((name) => (
        <FieldCell key={name} field={fields.find((each) => each.name === name)} />
      ))}
    </>
  );
}

function FieldCell({ field }: { field: ShownField | undefined }) {
  return (
    <span class={`cut ${field?.kind === "number" ? "number" : ""}`} dir="auto">
      {field === undefined ? "" : Array.isArray(field.value) ? field.value.join(", ") : String(field.value).replace(/T00:00(:00)?$/, "")}
    </span>
  );
}

/**
 * Page after page of documents; a changed query begins anew. What is said of those that are listed is what the newest model
 * says, in place; while a document is open, it stays what was said when that was opened, as its card does.
 */
function usePages(name: string, open: string | undefined, ask: (after: string | null, limit: number) => string) {
  const [documents, setDocuments] = useState<ListedDocument[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [total, setTotal] = useState<number | null>(null);
  const [fields, setFields] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<Refused>();
  const [asked, setAsked] = useState(0);
  const first = within(name, "documents") + ask(null, PAGE);
  const model = project.value?.model?.number;
  const listedBy = useRef(model);
  const wasOpen = useRef(open);
  useEffect(() => {
    const stop = new AbortController();
    listedBy.current = project.peek()?.model?.number;
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
  useEffect(() => {
    const isStillOpen = open !== undefined && open === wasOpen.current;
    wasOpen.current = open;
    if (model === listedBy.current || isStillOpen) return;
    listedBy.current = model;
    const stop = new AbortController();
    call<DocumentPage>("GET", within(name, "documents") + ask(null, Math.min(Math.max(documents.length, 1), MOST)), undefined, stop.signal).then(
      (page) => {
        const now = new Map(page.documents.map((each) => [each.id, each.guess]));
        setDocuments((known) => known.map((each) => ({ ...each, guess: now.get(each.id) ?? each.guess })));
      },
      () => {}, // the next model brings another
    );
    return () => stop.abort();
  }, [model, open]);
  const more = useCallback(() => {
    setNext(null);
    call<DocumentPage>("GET", within(name, "documents") + ask(next, PAGE)).then(
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
