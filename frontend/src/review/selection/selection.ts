// Which documents are selected: ticked one by one, or all that fit. Those with a label are left out of all, and said to be.
import { useCallback, useEffect, useState } from "preact/hooks";
import { call, within } from "../../api/client";
import type { Selection } from "../../api/schema";

export interface Selected {
  ids: ReadonlySet<string>;
  /** How many of all that fit were left out because they have a label; 0 where documents were ticked one by one. */
  left: number;
}

export const NONE: Selected = { ids: new Set(), left: 0 };

/** The selection with a document ticked, or no longer. */
export function ticked({ ids, left }: Selected, id: string): Selected {
  const others = new Set(ids);
  if (!others.delete(id)) others.add(id);
  return others.size ? { ids: others, left } : NONE;
}

/** All that fit, but for those with a label; where all have one, all of them. */
export function allOf({ documents, labelled }: Selection): Selected {
  const known = new Set(labelled);
  const open = documents.filter((id) => !known.has(id));
  return open.length ? { ids: new Set(open), left: labelled.length } : { ids: new Set(documents), left: 0 };
}

/** The selection of a list; another list begins with none. */
export function useSelection(project: string, query: string) {
  const [selected, setSelected] = useState(NONE);
  useEffect(() => setSelected(NONE), [project, query]);
  const tick = useCallback((id: string) => setSelected((before) => ticked(before, id)), []);
  const clear = useCallback(() => setSelected(NONE), []);
  const all = useCallback(async () => {
    setSelected(allOf(await call<Selection>("GET", within(project, "selection") + query)));
  }, [project, query]);
  return { selected, tick, clear, all };
}
