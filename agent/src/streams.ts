// WebSocket and EventSource without a server. The lab plays the server's part: it opens the connection, delivers each
// message when the schedule says so, and closes it; the page cannot tell. While a recording is made (`live`), the real
// ones are used and only watched.
//
// The objects of a page are plain EventTargets with the browser's own prototype. Its accessors and methods look their
// state up here; for any other object they are the browser's.
import { addListener, apply, construct, defineProperty, dispatch, getOwnPropertyDescriptor } from "./native.ts";
import { disguise, wrapConstructor, wrapMethod } from "./disguise.ts";
import { begin, callSite, currentEvent, events, fork, nameOf, record, stepOf, type EventId } from "./trace.ts";
import { now } from "./clock.ts";

export interface Stream {
  id: number;
  kind: "web-socket" | "event-source";
  url: string;
  name: string;
  step: number;
  time: number;
  event: EventId;
  sent: number[]; // for each message that the page has sent, the step in which it did
  closed: boolean;
  receive: (delivery: Delivery) => void;
}

export interface Delivery {
  what: "open" | "message" | "error" | "close";
  data?: string;
  binary?: boolean;
  event?: string;
  id?: string;
  code?: number;
  name?: string;
  step?: number; // whose message this answers
}

const streams: Stream[] = [];
let changed = false; // since the lab last asked
export const streamsChanged = (): boolean => changed;

export function openStream(kind: Stream["kind"], url: string, receive: Stream["receive"]): Stream {
  const event = fork(kind, url, { how: kind, where: callSite() });
  record("send", { other: event, text: `GET ${url}` });
  const stream = {
    id: streams.length,
    kind,
    url,
    name: nameOf(event),
    step: stepOf(event),
    time: now(),
    event,
    sent: [],
    closed: false,
    receive,
  };
  streams.push(stream);
  changed = true;
  return stream;
}

export function sendOn(stream: Stream): void {
  stream.sent.push(stepOf(currentEvent()));
  changed = true;
  record("send", { text: `WS ${stream.url}` });
}

export type ListedStream = Omit<Stream, "event" | "receive">;
export function listStreams(): ListedStream[] {
  changed = false;
  return streams.map((s) => ({
    id: s.id,
    kind: s.kind,
    url: s.url,
    name: s.name,
    step: s.step,
    time: s.time,
    sent: s.sent,
    closed: s.closed,
  }));
}

// The lab's side: something arrives on a connection. Runs in a task of its own (see control.ts).
export function deliver(id: number, delivery: Delivery): void {
  const stream = streams[id];
  if (!stream || stream.closed) return;
  if (events[stream.event].run < 0) begin(stream.event);
  else {
    const event = fork(stream.kind, delivery.what, { cause: stream.event, how: "message" });
    if (delivery.step !== undefined) events[event].step = delivery.step;
    begin(event);
  }
  stream.receive(delivery);
}

// ---- objects with the browser's prototype ----

export const fire = (target: EventTarget, event: Event): void => void dispatch(target, event);

// Lets `make` construct the objects of the global class `name`. It gets an EventTarget of the right class, or null when
// the arguments are the browser's to refuse.
export function replaceConstructor(
  name: string,
  make: (target: () => EventTarget, args: any[]) => EventTarget | null,
): void {
  wrapConstructor(
    name,
    (create, args, newTarget) => make(() => construct(EventTarget, [], newTarget) as EventTarget, args) ?? create(args),
  );
}

type States<S> = WeakMap<object, S>;

export function replaceGetters<S>(
  prototype: object,
  states: States<S>,
  getters: Record<string, (state: S) => unknown>,
): void {
  for (const [name, get] of Object.entries(getters)) {
    replaceAccessor(prototype, name, states, get, undefined);
  }
}

export function replaceAccessor<S>(
  prototype: object, name: string, states: States<S>, get: (state: S) => unknown,
  set: ((state: S, value: any, self: EventTarget) => void) | undefined): void {
  const native = getOwnPropertyDescriptor(prototype, name);
  if (!native?.get) return;
  const replace = <F extends Function | undefined>(f: F, act: (state: S, args: any[], self: any) => unknown): F =>
    f && (disguise(f as any, {
      apply: (_target, self, args) => {
        const state = typeof self === "object" && self !== null ? states.get(self) : undefined;
        return state === undefined ? apply(f as any, self, args) : act(state, args, self);
      },
    }) as F);
  defineProperty(prototype, name, {
    ...native,
    get: replace(native.get, (state) => get(state)),
    set: replace(native.set as any, (state, args, self) => set?.(state, args[0], self)),
  });
}

export function replaceMethod<S>(
  prototype: object,
  name: string,
  states: States<S>,
  act: (state: S, args: any[], self: EventTarget) => unknown,
): void {
  wrapMethod(prototype, name, (native, self, args) => {
    const state = typeof self === "object" && self !== null ? states.get(self) : undefined;
    return state === undefined ? apply(native, self, args) : act(state, args, self);
  });
}

// onopen, onmessage…: a listener in the place where the attribute was first set, as the browser has it.
export function replaceHandlers<S extends object>(prototype: object, states: States<S>, types: string[]): void {
  for (const type of types) {
    const slots = new WeakMap<S, { handler: unknown }>();
    replaceAccessor(
      prototype,
      `on${type}`,
      states,
      (state) => slots.get(state)?.handler ?? null,
      (state, value, self) => {
        const handler = typeof value === "function" || (typeof value === "object" && value !== null) ? value : null;
        const known = slots.get(state);
        if (known) {
          known.handler = handler;
          return;
        }
        const slot = { handler };
        slots.set(state, slot);
        addListener(self, type, (event: Event) => {
          if (typeof slot.handler === "function" && apply(slot.handler, self, [event]) === false)
            event.preventDefault();
        });
      },
    );
  }
}

// ---- while recording ----

type Say = ((text: string) => void) | undefined;

// Nobody but the page is told why a server ends a connection.
function tellOfEnds(say: Say): (target: WebSocket) => void {
  const closing = new WeakSet<object>(); // by the page itself
  wrapMethod(WebSocket.prototype, "close", (native, self, args) => {
    apply(native, self, args);
    closing.add(self as object);
  });
  return (target) =>
    addListener(target, "close", (event: Event) => {
      const { code, reason } = event as CloseEvent;
      if (!closing.has(target)) say?.(JSON.stringify({ ended: target.url, code, reason }));
    });
}

function watchLive(say: Say): void {
  const tellOfEnd = tellOfEnds(say);
  for (const [name, kind] of [["WebSocket", "web-socket"], ["EventSource", "event-source"]] as const) {
    wrapConstructor(name, (create, args) => {
      const target = create(args);
      const stream = openStream(kind, String(target.url), () => {});
      for (const type of ["open", "message", "error", "close"]) {
        addListener(target, type, () =>
          begin(type === "open" ? stream.event : fork(kind, type, { cause: stream.event, how: "message" })));
      }
      if (kind === "web-socket") tellOfEnd(target);
      return target;
    });
  }
}

export function installStreams(live: boolean, say: Say, replays: Array<() => void>): void {
  if (live) watchLive(say);
  else for (const replay of replays) replay();
}
