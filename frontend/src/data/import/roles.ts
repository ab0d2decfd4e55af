// Which column is what: the server says role → column, a person says column → role.

/** The role of a column; null for one that is left out. */
export function roleOf(roles: Record<string, string>, column: string): string | null {
  return Object.keys(roles).find((role) => roles[role] === column) ?? null;
}

/** The roles after a column was given another one: a role has one column, an empty name leaves a role out. */
export function withRole(roles: Record<string, string>, column: string, role: string | null): Record<string, string> {
  const before = roleOf(roles, column);
  const changed = { ...roles };
  if (before !== null) changed[before] = "";
  if (role !== null) changed[role] = column;
  return changed;
}
