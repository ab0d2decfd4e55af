// Calls of the server: one function, one kind of error.

/** The server's answer to what it refuses, in its own sentence; `status` 0 means that it could not be reached. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly kind: string,
    message: string,
    readonly detail: Record<string, unknown> = {},
  ) {
    super(message);
  }

  get unreachable(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/** Where the API is, from the page: it has no address of its own, so that a proxy may offer it under any path. */
export const API = "api/v1";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Ask the server. `path` begins after `API`; a body that is no Blob is sent as JSON. */
export async function call<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const raw = body instanceof Blob;
  const init: RequestInit = { method, credentials: "same-origin" };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.headers = { "content-type": raw ? "application/octet-stream" : "application/json" };
    init.body = raw ? body : JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(`${API}${path}`, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused(0, "Unreachable", "The server could not be reached.");
  }
  if (!answer.ok) throw refusalOf(answer.status, await answer.json().catch(() => null));
  return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
}

/** What the server refused, by the status and the content of its answer: in its own words where it said any. */
export function refusalOf(status: number, content: unknown): Refused {
  const error = (content as { error?: { kind: string; message: string; detail?: Record<string, unknown> } } | null)?.error;
  return new Refused(status, error?.kind ?? "Unreadable", error?.message ?? `The server answered ${status}.`, error?.detail);
}

/** The path of something in a project, its parts escaped: `within("mails", "documents", id)`. */
export function within(project: string, ...parts: string[]): string {
  return ["/projects", project, ...parts].map((part, at) => (at ? encodeURIComponent(part) : part)).join("/");
}

type Part = string | number | boolean | undefined | null;

/** A query string without what is undefined; a list is given member by member. */
export function query(parts: Record<string, Part | readonly string[]>): string {
  const all = Object.entries(parts).flatMap(([key, value]) => (Array.isArray(value) ? value : [value]).map((each: Part) => [key, each] as const));
  const set = all.filter(([, value]) => value !== undefined && value !== null && value !== "");
  return set.length ? `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}` : "";
}
