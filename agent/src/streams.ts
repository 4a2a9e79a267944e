// WebSocket and EventSource without a server. The lab plays the server's part: it opens the connection, delivers each
// message when the schedule says so, and closes it; the page cannot tell. While a recording is made (`live`), the real
// ones are used and only watched.
import { addListener, defineProperty, dispatch, getOwnPropertyDescriptor, global } from "./native.ts";
import { passAsNative, wrapConstructor } from "./disguise.ts";
import { begin, callSite, fork, nameOf, record, stepOf, type EventId } from "./trace.ts";
import { now } from "./clock.ts";

interface Stream {
  id: number;
  kind: "web-socket" | "event-source";
  url: string;
  name: string;
  step: number;
  time: number;
  event: EventId;
  sent: string[]; // by the page, since the lab last asked
  total: number;
  closed: boolean;
  target: any;
}

const streams: Stream[] = [];
let changed = false; // since the lab last asked
export const streamsChanged = (): boolean => changed;

const announce = (kind: Stream["kind"], url: string, target: any): Stream => {
  const event = fork(kind, url, { how: kind, where: callSite() });
  record("send", { other: event, text: `GET ${url}` });
  const stream = { id: streams.length, kind, url, name: nameOf(event), step: stepOf(event), time: now(), event, sent: [], total: 0, closed: false, target };
  streams.push(stream);
  changed = true;
  return stream;
};

export function listStreams(): unknown[] {
  changed = false;
  return streams.map((s) => ({ id: s.id, kind: s.kind, url: s.url, name: s.name, step: s.step, time: s.time, total: s.total, sent: s.sent.splice(0), closed: s.closed }));
}

export interface Delivery {
  what: "open" | "message" | "error" | "close";
  data?: string;
  binary?: boolean;
  event?: string;
  id?: string;
  code?: number;
  name?: string;
}

// The lab's side: something arrives on a connection. Runs in a task of its own (see control.ts).
export function deliver(id: number, delivery: Delivery): void {
  const stream = streams[id];
  if (!stream || stream.closed) return;
  if (delivery.what === "open") begin(stream.event);
  else begin(fork(stream.kind, delivery.what, { cause: stream.event, how: "message" }));
  stream.target[kReceive](delivery);
}

const kReceive = Symbol();

function eventAttributes(prototype: object, types: string[]): void {
  for (const type of types) {
    const slot = new WeakMap<object, { handler: unknown; listen: (event: Event) => void }>();
    const get = { [`on${type}`](this: object) { return slot.get(this)?.handler ?? null; } }[`on${type}`];
    const set = {
      [`on${type}`](this: EventTarget, value: unknown) {
        const handler = typeof value === "function" || (typeof value === "object" && value !== null) ? value : null;
        const known = slot.get(this);
        if (known) {
          known.handler = handler;
          return;
        }
        const entry = {
          handler: handler as unknown,
          listen: (event: Event): void => {
            if (typeof entry.handler === "function") entry.handler.call(this, event);
          },
        };
        slot.set(this, entry);
        addListener(this, type, entry.listen);
      },
    }[`on${type}`];
    passAsNative(get, `get on${type}`);
    passAsNative(set, `set on${type}`);
    defineProperty(prototype, `on${type}`, { get, set, enumerable: true, configurable: true });
  }
}

// Replaces the global class `name` by ours, with the native one's name, constants and tags.
function replaceClass(name: string, ours: any, constants: Record<string, number>): void {
  for (const [key, value] of Object.entries(constants)) {
    const constant = { value, enumerable: true };
    defineProperty(ours, key, constant);
    defineProperty(ours.prototype, key, constant);
  }
  defineProperty(ours.prototype, Symbol.toStringTag, { value: name, configurable: true });
  defineProperty(ours, "name", { value: name, configurable: true });
  for (const key of Object.getOwnPropertyNames(ours.prototype)) {
    const property = getOwnPropertyDescriptor(ours.prototype, key)!;
    if (typeof property.value === "function" && key !== "constructor") passAsNative(property.value, key);
    if (property.get) passAsNative(property.get, `get ${key}`);
    if (property.set) passAsNative(property.set, `set ${key}`);
  }
  passAsNative(ours, name);
  defineProperty(global, name, { ...getOwnPropertyDescriptor(global, name)!, value: ours });
}

function fire(target: EventTarget, event: Event): void {
  dispatch(target, event);
}

function replayWebSocket(): void {
  class SquallWebSocket extends EventTarget {
    #url: string;
    #state = 0;
    #binaryType: BinaryType = "blob";
    #protocol: string;
    #stream: Stream;
    constructor(url: string | URL, protocols?: string | string[]) {
      super();
      const parsed = new URL(String(url), global.location.href);
      if (parsed.protocol === "http:") parsed.protocol = "ws:";
      if (parsed.protocol === "https:") parsed.protocol = "wss:";
      if (!/^wss?:$/.test(parsed.protocol)) {
        throw new DOMException(`Failed to construct 'WebSocket': The URL's scheme must be either 'http', 'https', 'ws', or 'wss'. '${parsed.protocol.slice(0, -1)}' is not allowed.`, "SyntaxError");
      }
      this.#url = parsed.href;
      this.#protocol = Array.isArray(protocols) ? String(protocols[0] ?? "") : String(protocols ?? "");
      this.#stream = announce("web-socket", this.#url, this);
    }
    get url(): string { return this.#url; }
    get readyState(): number { return this.#state; }
    get bufferedAmount(): number { return 0; }
    get extensions(): string { return ""; }
    get protocol(): string { return this.#state === 0 ? "" : this.#protocol; }
    get binaryType(): BinaryType { return this.#binaryType; }
    set binaryType(value: BinaryType) { if (value === "blob" || value === "arraybuffer") this.#binaryType = value; }
    send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
      if (this.#state === 0) {
        throw new DOMException("Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.", "InvalidStateError");
      }
      if (this.#state !== 1) return;
      this.#stream.sent.push(typeof data === "string" ? data : String(data));
      this.#stream.total++;
      changed = true;
      record("send", { text: `WS ${this.#url}` });
    }
    close(code?: number, reason?: string): void {
      if (this.#state >= 2) return;
      this.#state = 2;
      const finish = new CloseEvent("close", { wasClean: true, code: code ?? 1005, reason: reason ?? "" });
      const event = fork("web-socket", "close", { cause: this.#stream.event, how: "message" });
      queueMicrotask(() => {
        begin(event);
        this.#state = 3;
        this.#stream.closed = true;
        fire(this, finish);
      });
    }
    [kReceive](delivery: Delivery): void {
      if (delivery.what === "open") {
        this.#state = 1;
        fire(this, new Event("open"));
      } else if (delivery.what === "message") {
        const data = delivery.binary ? this.#bytes(delivery.data ?? "") : delivery.data ?? "";
        fire(this, new MessageEvent("message", { data, origin: new URL(this.#url).origin }));
      } else {
        this.#state = 3;
        this.#stream.closed = true;
        if (delivery.what === "error") fire(this, new Event("error"));
        fire(this, new CloseEvent("close", { wasClean: delivery.what === "close", code: delivery.code ?? (delivery.what === "close" ? 1000 : 1006) }));
      }
    }
    #bytes(base64: string): Blob | ArrayBuffer {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      return this.#binaryType === "blob" ? new Blob([bytes]) : bytes.buffer;
    }
  }
  eventAttributes(SquallWebSocket.prototype, ["open", "error", "close", "message"]);
  replaceClass("WebSocket", SquallWebSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });
}

function replayEventSource(): void {
  class SquallEventSource extends EventTarget {
    #url: string;
    #state = 0;
    #credentials: boolean;
    #stream: Stream;
    constructor(url: string | URL, init?: EventSourceInit) {
      super();
      this.#url = new URL(String(url), global.document.baseURI).href;
      this.#credentials = Boolean(init?.withCredentials);
      this.#stream = announce("event-source", this.#url, this);
    }
    get url(): string { return this.#url; }
    get readyState(): number { return this.#state; }
    get withCredentials(): boolean { return this.#credentials; }
    close(): void {
      this.#state = 2;
      this.#stream.closed = true;
    }
    [kReceive](delivery: Delivery): void {
      if (delivery.what === "open") {
        this.#state = 1;
        fire(this, new Event("open"));
      } else if (delivery.what === "message") {
        const type = delivery.event || "message";
        fire(this, new MessageEvent(type, { data: delivery.data ?? "", lastEventId: delivery.id ?? "", origin: new URL(this.#url).origin }));
      } else {
        this.#state = delivery.what === "error" ? 0 : 2;
        fire(this, new Event("error"));
      }
    }
  }
  eventAttributes(SquallEventSource.prototype, ["open", "error", "message"]);
  replaceClass("EventSource", SquallEventSource, { CONNECTING: 0, OPEN: 1, CLOSED: 2 });
}

// The real connections, watched: each message is an event of its own.
function watchLive(): void {
  for (const [name, kind] of [["WebSocket", "web-socket"], ["EventSource", "event-source"]] as const) {
    wrapConstructor(name, (create, args) => {
      const target = create(args);
      const stream = announce(kind, String(target.url), target);
      for (const type of ["open", "message", "error", "close"]) {
        addListener(target, type, () =>
          begin(type === "open" ? stream.event : fork(kind, type, { cause: stream.event, how: "message" })));
      }
      return target;
    });
  }
}

export function installStreams(live: boolean): void {
  if (live) {
    watchLive();
  } else {
    replayWebSocket();
    replayEventSource();
  }
}
