// Requests that scripts send, and the events in which their responses are handled. The browser holds the requests; the
// agent only says which event will handle the response, and takes note when that event begins.
import { addListener, apply, global, then } from "./native.ts";
import { wrapConstructor, watchSetter, wrapMethod } from "./disguise.ts";
import { adoptScript, begin, callSite, fork, nameOf, record, stepOf, type EventId } from "./trace.ts";
import { now } from "./clock.ts";

export interface Sent {
  method: string;
  url: string;
  kind: string; // xhr, fetch, script, image, style, frame, beacon
  name: string;
  step: number;
  time: number;
}

export const sent: Sent[] = []; // since the lab last asked
export const pending = { count: 0 }; // work of the browser that ends in a callback and that nobody else counts
let tell: (what: string) => void = () => {};

const baseOf = Object.getOwnPropertyDescriptor(Node.prototype, "baseURI")!.get!;
export function absolute(url: unknown): string {
  try {
    return new URL(String(url), apply(baseOf, global.document, [])).href.replace(/#.*$/, "");
  } catch {
    return String(url);
  }
}

// The event that handles the response to a request which the current event sends.
export function announce(kind: string, method: string, url: string, how: string): EventId {
  const event = fork(kind, kind === "xhr" || kind === "fetch" ? `${method} ${url}` : url, { how, where: callSite() });
  sent.push({ method, url, kind, name: nameOf(event), step: stepOf(event), time: now() });
  record("send", { other: event, text: `${method} ${url}` });
  return event;
}

// Counts a promise of the browser's as pending work, and gives the page one that behaves the same, whose reactions
// belong to `event`.
export function follow<T>(promise: Promise<T>, event: EventId): Promise<T> {
  ++pending.count;
  return then(promise,
    (value) => {
      --pending.count;
      begin(event);
      return value;
    },
    (reason) => {
      --pending.count;
      begin(event);
      throw reason;
    });
}

// The same without an event of its own: the work is only counted.
export function count<T>(promise: Promise<T>): void {
  ++pending.count;
  const done = (): void => void --pending.count;
  then(promise, done, done);
}

function installFetch(): void {
  const responses = new WeakMap<object, EventId>();
  wrapMethod(global, "fetch", (native, self, args) => {
    const promise = apply(native, self, args) as Promise<Response>;
    const input = args[0];
    const request = typeof Request !== "undefined" && input instanceof Request ? input : null;
    const method = String(args[1]?.method ?? request?.method ?? "GET").toUpperCase();
    const event = announce("fetch", method, absolute(request ? request.url : input), "fetch");
    return then(promise,
      (response) => {
        begin(event);
        responses.set(response, event);
        return response;
      },
      (reason) => {
        begin(event);
        throw reason;
      });
  });
  const readBody = (native: any, self: any, args: any[], name: string): unknown => {
    const promise = apply(native, self, args) as Promise<unknown>;
    const cause = responses.get(self);
    return cause === undefined ? promise : follow(promise, fork("body", name, { how: "body" }));
  };
  for (const name of ["json", "text", "arrayBuffer", "blob", "formData", "bytes"]) {
    wrapMethod(Response.prototype, name, (native, self, args) => readBody(native, self, args, name));
  }
  wrapMethod(Response.prototype, "clone", (native, self, args) => {
    const copy = apply(native, self, args);
    const event = responses.get(self);
    if (event !== undefined) responses.set(copy, event);
    return copy;
  });
  wrapMethod(ReadableStreamDefaultReader.prototype, "read", (native, self, args) => {
    const promise = apply(native, self, args) as Promise<unknown>;
    const event = fork("body", "read", { how: "body" });
    return then(promise, (value) => (begin(event), value), (reason) => {
      begin(event);
      throw reason;
    });
  });
}

function installXhr(): void {
  interface Call { method: string; url: string; sync: boolean; event: EventId | null }
  const calls = new WeakMap<object, Call>();
  let inside = 0; // open, send and abort fire events from within the caller's own event
  const onEvent = (event: Event): void => {
    const call = calls.get(event.currentTarget as object);
    if (call && call.event !== null && inside === 0 && !call.sync) begin(call.event);
  };
  wrapConstructor("XMLHttpRequest", (create, args) => {
    const xhr = create(args);
    for (const type of ["readystatechange", "loadstart", "progress", "load", "error", "abort", "timeout", "loadend"]) {
      addListener(xhr, type, onEvent);
    }
    return xhr;
  });
  const within = (native: any, self: any, args: any[]): unknown => {
    ++inside;
    try {
      return apply(native, self, args);
    } finally {
      --inside;
    }
  };
  const prototype = XMLHttpRequest.prototype;
  wrapMethod(prototype, "open", (native, self, args) => {
    const result = within(native, self, args);
    calls.set(self, { method: String(args[0]).toUpperCase(), url: absolute(args[1]), sync: args.length > 2 && !args[2], event: null });
    return result;
  });
  wrapMethod(prototype, "send", (native, self, args) => {
    const call = calls.get(self);
    if (call) {
      call.event = announce("xhr", call.method, call.url, "xhr load");
      if (call.sync) tell(JSON.stringify({ sync: call.url, method: call.method }));
    }
    return within(native, self, args);
  });
  wrapMethod(prototype, "abort", within);
}

// Elements that fetch something when a script makes, changes or inserts them.
interface Loading { url: string; event: EventId }
const loadings = new WeakMap<object, Loading>();
const kElementKinds: Record<string, string> = { SCRIPT: "script-load", IMG: "image-load", LINK: "style-load", IFRAME: "frame-load", FRAME: "frame-load" };

export const loadingOf = (element: object): EventId | undefined => loadings.get(element)?.event;

export function noteLoading(element: Element, value: unknown): void {
  const kind = kElementKinds[element.tagName];
  if (!kind || value === null || value === "") return;
  const url = absolute(value);
  if (!/^https?:/.test(url) || loadings.get(element)?.url === url) return;
  const event = announce(kind, "GET", url, kind === "script-load" ? "script load" : "load");
  loadings.set(element, { url, event });
  if (kind === "script-load") adoptScript(element, event);
}

function installElements(): void {
  const onLoad = (event: Event): void => {
    const loading = loadings.get(event.currentTarget as object);
    if (loading) begin(loading.event);
  };
  const listen = (element: Element): void => {
    for (const type of ["load", "error"]) addListener(element, type, onLoad);
  };
  const hear = (element: any): any => {
    if (element && kElementKinds[element.tagName]) listen(element);
    return element;
  };
  wrapMethod(Document.prototype, "createElement", (native, self, args) => hear(apply(native, self, args)));
  wrapConstructor("Image", (create, args) => hear(create(args)));
  // An image begins to load when its source is set; the others when they are inserted, which the watcher of the tree
  // sees. A script's source is noted here too, so that its event is known before the observer runs.
  watchSetter(HTMLImageElement.prototype, "src", (self, value) => noteLoading(self, value));
}

export function installRequests(say: (what: string) => void): void {
  tell = say;
  installFetch();
  installXhr();
  installElements();
  wrapMethod(Navigator.prototype, "sendBeacon", (native, self, args) => {
    announce("fetch", "POST", absolute(args[0]), "beacon");
    return apply(native, self, args);
  });
}
