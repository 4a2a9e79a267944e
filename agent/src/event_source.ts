// EventSource, as the page sees it when the lab plays the server.
import { global } from "./native.ts";
import {
  fire, openStream, replaceConstructor, replaceGetters, replaceHandlers, replaceMethod, type Delivery, type Stream,
} from "./streams.ts";

interface Source {
  target: EventTarget;
  stream: Stream;
  url: string;
  readyState: number;
  withCredentials: boolean;
}
const sources = new WeakMap<object, Source>();

function receive(source: Source, delivery: Delivery): void {
  if (delivery.what === "open") {
    source.readyState = 1;
    fire(source.target, new Event("open"));
  } else if (delivery.what === "message") {
    const type = delivery.event || "message";
    const { origin } = new URL(source.url);
    fire(source.target, new MessageEvent(type, { data: delivery.data ?? "", lastEventId: delivery.id ?? "", origin }));
  } else {
    source.readyState = delivery.what === "error" ? 0 : 2;
    fire(source.target, new Event("error"));
  }
}

export function replayEventSources(): void {
  if (typeof EventSource === "undefined") return;
  const prototype = EventSource.prototype;
  replaceConstructor("EventSource", (make, args) => {
    let url = "";
    try {
      url = new URL(String(args[0]), global.document.baseURI).href;
    } catch {
      return null;
    }
    if (args.length === 0) return null;
    const source = { target: make(), url, readyState: 0, withCredentials: Boolean(args[1]?.withCredentials) } as Source;
    source.stream = openStream("event-source", url, (delivery) => receive(source, delivery));
    sources.set(source.target, source);
    return source.target;
  });
  replaceGetters<Source>(prototype, sources, {
    url: (source) => source.url,
    readyState: (source) => source.readyState,
    withCredentials: (source) => source.withCredentials,
  });
  replaceMethod<Source>(prototype, "close", sources, (source) => {
    source.readyState = 2;
    source.stream.closed = true;
  });
  replaceHandlers<Source>(prototype, sources, ["open", "error", "message"]);
}
