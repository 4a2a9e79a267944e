// fetch, and the reading of its bodies.
import { apply, global, NativePromise, then } from "./native.ts";
import { wrapGetter, wrapMethod } from "./disguise.ts";
import { fork, record, type EventId } from "./trace.ts";
import { absolute, announce, follow, isEndless, isHeld, methodOf } from "./requests.ts";

const responses = new WeakMap<object, EventId>(); // and their streams and readers: the event of the response

const hand = (from: object, to: object): void => {
  const event = responses.get(from);
  if (event !== undefined) responses.set(to, event);
};

// The reading of a body is an event of its own, that cannot be before the response.
function readingOf(response: EventId, name: string): EventId {
  const event = fork("body", name, { how: "body" });
  record("join", { event: response, other: event });
  return event;
}

function installBodies(): void {
  for (const name of ["json", "text", "arrayBuffer", "blob", "formData", "bytes"]) {
    wrapMethod(Response.prototype, name, (native, self, args) => {
      const promise = apply(native, self, args) as Promise<unknown>;
      const response = responses.get(self);
      return response === undefined ? promise : follow(promise, readingOf(response, name));
    });
  }
  wrapMethod(Response.prototype, "clone", (native, self, args) => {
    const copy = apply(native, self, args);
    hand(self, copy);
    return copy;
  });
  wrapGetter(Response.prototype, "body", (native, self) => {
    const stream = apply(native, self, []);
    if (stream) hand(self, stream);
    return stream;
  });
  for (const name of ["getReader", "pipeThrough"]) {
    wrapMethod(ReadableStream.prototype, name, (native, self, args) => {
      const made = apply(native, self, args);
      hand(self, made);
      return made;
    });
  }
  wrapMethod(ReadableStream.prototype, "tee", (native, self, args) => {
    const both = apply(native, self, args) as object[];
    for (const each of both) hand(self, each);
    return both;
  });
  // A stream that the page feeds itself is no affair of ours; one that a live server feeds may never end.
  wrapMethod(ReadableStreamDefaultReader.prototype, "read", (native, self, args) => {
    const promise = apply(native, self, args) as Promise<unknown>;
    const response = responses.get(self);
    return response === undefined ? promise : follow(promise, readingOf(response, "read"), false);
  });
}

export function installFetch(): void {
  wrapMethod(global, "fetch", (native, self, args) => {
    const input = args[0];
    const request = input instanceof Request ? input : null;
    if (args.length === 0) return apply(native, self, args);
    const url = absolute(request ? request.url : input);
    const event = announce("fetch", methodOf(args[1]?.method ?? request?.method ?? "GET"), url, "fetch");
    if (isEndless(event)) return new NativePromise(() => {});
    const promise = apply(native, self, args) as Promise<Response>;
    void then(promise, (response) => void responses.set(response, event), () => {});
    return follow(promise, event, !isHeld(url));
  });
  wrapMethod(globalThis.Navigator?.prototype, "sendBeacon", (native, self, args) => {
    const result = apply(native, self, args);
    announce("fetch", "POST", absolute(args[0]), "beacon");
    return result;
  });
  installBodies();
}
