// Sending a file with word of how far it is; `fetch` cannot say that of what is sent.
import { API, Refused } from "../../api/client";
import type { Uploaded } from "../../api/schema";

export interface Sending<T = Uploaded> {
  answer: Promise<T>;
  stop: () => void;
}

/** Send the file's bytes to `path`; `progress` gets how many have gone. */
export function send<T = Uploaded>(path: string, file: File, progress: (sent: number) => void): Sending<T> {
  const request = new XMLHttpRequest();
  const answer = new Promise<T>((resolve, reject) => {
    request.upload.onprogress = ({ loaded }) => progress(loaded);
    request.onerror = () => reject(new Refused(0, "Unreachable", "The server could not be reached."));
    request.onabort = () => reject(new DOMException("stopped", "AbortError"));
    request.onload = () => {
      const content = read(request.responseText);
      if (request.status < 300 && content) resolve(content as T);
      else reject(refusal(request.status, content));
    };
  });
  request.open("POST", `${API}${path}`);
  request.setRequestHeader("content-type", "application/octet-stream");
  request.send(file);
  return { answer, stop: () => request.abort() };
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal(status: number, content: unknown): Refused {
  const error = (content as { error?: { kind: string; message: string } } | null)?.error;
  return new Refused(status, error?.kind ?? "Unreadable", error?.message ?? `The server answered ${status}.`);
}
