// Bodies of responses, and the streams through which they and files are read. What a server sent is known by the event
// of its response; reading it counts as pending, and so does what the browser reads from elsewhere (a file, a cache). A
// stream that the page feeds itself is no affair of ours.
import { apply, getPrototypeOf } from "./native.ts";
import { iterateBy, wrapConstructor, wrapGetter, wrapMethod } from "./disguise.ts";
import { fork, record, type EventId } from "./trace.ts";
import { follow } from "./requests.ts";

const kElsewhere = -2; // the source of what no server sent
const kPatience = 2000; // ms: the page may have a part in a stream that begins with a file, and let it wait
const sources = new WeakMap<object, EventId>(); // of responses, their streams, and whatever reads those
const streamed = new WeakSet<object>(); // responses that were made of a stream

export const ofServer = (response: object, event: EventId): void => void sources.set(response, event);
export const ofBrowser = (response: unknown): void => {
  if (response instanceof Response) sources.set(response, kElsewhere);
};
// The event of the response whose body this is.
export const responseOf = (body: object): EventId | undefined => {
  const source = sources.get(body);
  return source === kElsewhere ? undefined : source;
};

const hand = (from: object, to: object): void => {
  const source = sources.get(from);
  if (source !== undefined) sources.set(to, source);
};

// The reading of a body is an event of its own, that cannot be before the response.
function readingOf(source: EventId, name: string): EventId {
  if (source === kElsewhere) return fork("other", name, { how: "callback" });
  const event = fork("body", name, { how: "body" });
  record("join", { event: source, other: event });
  return event;
}

// A stream that the real server feeds may never end: nobody waits for what comes next. All others are there as a whole.
let isLive = false;
function followStream<T>(self: object, promise: Promise<T>, name: string): Promise<T> {
  const source = sources.get(self);
  if (source === undefined) return promise;
  return follow(promise, readingOf(source, name), source === kElsewhere || !isLive, kPatience);
}

function installStreamReading(): void {
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
  wrapMethod(ReadableStream.prototype, "pipeTo", (native, self, args) =>
    followStream(self, apply(native, self, args), "pipeTo"),
  );
  for (const reader of [globalThis.ReadableStreamDefaultReader, globalThis.ReadableStreamBYOBReader]) {
    wrapMethod(reader?.prototype, "read", (native, self, args) =>
      followStream(self, apply(native, self, args), "read"),
    );
  }
  // for await (… of stream)
  const prototype = ReadableStream.prototype as any;
  const iterators = getPrototypeOf(new (ReadableStream as any)().values());
  wrapMethod(prototype, "values", (native, self, args) => {
    const iterator = apply(native, self, args);
    hand(self, iterator);
    return iterator;
  });
  iterateBy(prototype, "values");
  wrapMethod(iterators, "next", (native, self, args) => followStream(self, apply(native, self, args), "read"));
}

export function installBodies(live: boolean): void {
  isLive = live;
  wrapConstructor("Response", (create, args) => {
    const response = create(args);
    const body = args[0];
    if (body instanceof Blob) ofBrowser(response);
    if (body instanceof ReadableStream) {
      hand(body, response);
      streamed.add(response);
    }
    return response;
  });
  for (const name of ["json", "text", "arrayBuffer", "blob", "formData", "bytes"]) {
    wrapMethod(Response.prototype, name, (native, self, args) => {
      const promise = apply(native, self, args) as Promise<unknown>;
      const source = sources.get(self);
      if (source === undefined) return promise;
      return follow(promise, readingOf(source, name), true, streamed.has(self) ? kPatience : Infinity);
    });
  }
  wrapMethod(Response.prototype, "clone", (native, self, args) => {
    const copy = apply(native, self, args);
    hand(self, copy);
    if (streamed.has(self)) streamed.add(copy);
    return copy;
  });
  wrapGetter(Response.prototype, "body", (native, self) => {
    const stream = apply(native, self, []);
    if (stream) hand(self, stream);
    return stream;
  });
  wrapMethod(Blob.prototype, "stream", (native, self, args) => {
    const stream = apply(native, self, args);
    sources.set(stream, kElsewhere);
    return stream;
  });
  installStreamReading();
}
