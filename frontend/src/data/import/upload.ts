// Sending a file with word of how far it is; `fetch` cannot say that of what is sent.
import { API, refusalOf, Refused } from "../../api/client";
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
      if (request.status < 300 && request.response) resolve(request.response as T);
      else reject(refusalOf(request.status, request.response));
    };
  });
  request.open("POST", `${API}${path}`);
  request.responseType = "json"; // null where the answer is none
  request.setRequestHeader("content-type", "application/octet-stream");
  request.send(file);
  return { answer, stop: () => request.abort() };
}
