// The interface, called. A problem becomes an error with its own words.

import { EVENT_TYPES } from "./event-types.js"; // made by the server from the events themselves

export class Problem extends Error {
  constructor(details, status) {
    super([details.detail, ...(details.problems ?? []), details.next].filter(Boolean).join("; ") || details.title || `status ${status}`);
    this.status = status;
  }
}

async function call(method, path, body, more = {}) {
  const options = { method, headers: { accept: "application/json", ...more.headers } };
  if (body !== undefined) {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  if (more.raw) options.body = more.raw;
  let answer;
  try {
    answer = await fetch(`/api${path}`, options);
  } catch {
    throw new Problem({ detail: "the server does not answer; it may have been ended: start it again with fathoms serve" }, 0);
  }
  if (answer.status === 401) location.reload();
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem(data, answer.status);
  return data;
}

export const get = (path) => call("GET", path);
export const post = (path, body) => call("POST", path, body);
export const put = (path, body) => call("PUT", path, body);
export const remove = (path) => call("DELETE", path);
export const upload = (collection, name, file) =>
  call("PUT", `/collections/${encodeURIComponent(collection)}/files/${name.split("/").map(encodeURIComponent).join("/")}`, undefined, { raw: file, headers: { "content-type": "application/octet-stream" } });
export const query = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "" && value !== undefined && value !== null)).toString();
export const runPath = (run, ...more) => ["/runs", encodeURIComponent(run), ...more].join("/");

// Events as they happen, each as it came (JSON): who takes them up reads them. The browser itself goes on after the last one it saw when the line breaks or the server restarts.
export function watch(run, after, { told, closed, line }) {
  const source = new EventSource(`/api${runPath(run, "events")}?after=${after}`);
  for (const type of EVENT_TYPES) source.addEventListener(type, (event) => told(event.data));
  source.addEventListener("stream.closed", (event) => { source.close(); closed(JSON.parse(event.data)); });
  source.onerror = () => line?.(false);
  source.onopen = () => line?.(true);
  return () => source.close();
}
