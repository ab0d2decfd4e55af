// Where the project is kept, as one types it in a terminal or in Python.
import type { ProjectNow } from "../../api/schema";

/** The project's address; its name where the server does not tell. */
export function addressOf(project: ProjectNow | null): string {
  return project?.address ?? `${project?.name ?? "project"}.teachback`;
}

/** A word as a shell takes it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
