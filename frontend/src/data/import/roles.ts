// Which column is what: the server says role → column, a person says column → role.

/** What each column is: one column a role, save for the text, which several columns can make together. */
export interface ColumnRoles {
  roles: Record<string, string>;
  /** The columns that make the text, in order, where there are several. */
  texts: readonly string[];
}

/** The role of a column; null for one that is kept as a field. */
export function roleOf({ roles, texts }: ColumnRoles, column: string): string | null {
  if (texts.includes(column)) return "text";
  return Object.keys(roles).find((role) => roles[role] === column) ?? null;
}

/** The roles that no column is to have: the server, which does not name them again, would else find one out. */
export function withoutColumn(roles: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(roles).filter(([, column]) => column === ""));
}

/** The roles after a column was given another one: a second column of the text joins the first, any other role changes hands. */
export function withRole(before: ColumnRoles, column: string, role: string | null): ColumnRoles {
  const { roles } = before;
  const columns = before.texts.length ? before.texts : roles.text ? [roles.text] : [];
  const texts = role === "text" ? [...columns.filter((name) => name !== column), column] : columns.filter((name) => name !== column);
  const changed = { ...roles };
  const old = Object.keys(roles).find((each) => roles[each] === column);
  if (old !== undefined) changed[old] = "";
  if (role !== null && role !== "text") changed[role] = column;
  if (role === "text" || roles.text !== undefined) changed.text = texts[0] ?? "";
  return { roles: changed, texts: texts.length > 1 ? texts : [] };
}
