// Requests that scripts send, and the events in which their responses are handled. The browser holds the requests; the
// agent only says which event will handle the response, and takes note when that event begins. fetch.ts, xhr.ts and
// elements.ts know the ways of sending one.
import { afterPatience, apply, defineProperty, global, then } from "./native.ts";
import { begin, briefName, calls, events, fork, isRunning, nameOf, record, stepOf, type EventId } from "./trace.ts";
import { now } from "./clock.ts";
import { cuts } from "./tasks.ts";
import { noteRequest } from "./loops.ts";

export interface Sent {
  method: string;
  url: string;
  kind: string; // of the event
  mark: string; // of the call that sends it; "" where the browser does not tell which call did
  fresh: boolean; // the browser's cache has no part in it
  name: string;
  step: number;
  time: number;
}

export const sent: Sent[] = []; // since the lab last asked
export const pending = { count: 0 }; // work of the browser that ends in a callback and that nobody else counts

const kMostHops = 100; // responses that lead to requests
const baseOf = Object.getOwnPropertyDescriptor(Node.prototype, "baseURI")!.get!;
export function absolute(url: unknown): string {
  try {
    return new URL(String(url), apply(baseOf, global.document, [])).href.replace(/#.*$/, "");
  } catch {
    return String(url);
  }
}
// The browser holds these; data:, blob: and the like are answered without anybody seeing it.
export const isHeld = (url: string): boolean => /^https?:/i.test(url);
export const brief = (url: string): string => (isHeld(url) ? url : url.slice(0, 40));

// As the browser writes it: https://fetch.spec.whatwg.org/#concept-method-normalize
export function methodOf(method: unknown): string {
  const text = String(method);
  return /^(delete|get|head|options|post|put)$/i.test(text) ? text.toUpperCase() : text;
}

const markOf = (event: EventId): string => `squall:${event}`;
const isMarked = (kind: string): boolean => kind === "xhr" || kind === "fetch";
export function noteSent(event: EventId, kind: string, method: string, url: string, fresh = false): void {
  const mark = isMarked(kind) ? markOf(event) : "";
  sent.push({ method, url, kind, mark, fresh, name: nameOf(event), step: stepOf(event), time: now() });
}

// Sends the request of this event. The browser tells the lab from which functions a request was sent: this one's name
// says which announcement it belongs to. The page does not see it (stacks.ts).
export function sendAs<T>(event: EventId, send: () => T): T {
  defineProperty(send, "name", { value: markOf(event) });
  return send();
}

// The event that handles the response to a request which the current event sends.
export function announce(kind: string, method: string, url: string, how: string, fresh = false): EventId {
  const detail = kind === "xhr" || kind === "fetch" ? `${method} ${brief(url)}` : brief(url);
  const event = fork(kind, detail, { ...calls(), how });
  ++events[event].hops;
  noteRequest(event);
  if (isHeld(url)) noteSent(event, kind, method, url, fresh);
  record("send", { other: event, text: `${method} ${brief(url)}` });
  return event;
}

// A page that asks again after each answer never settles: from some point on its server no longer answers.
export function isEndless(event: EventId): boolean {
  if (events[event].hops <= kMostHops) return false;
  cuts.push({ what: "request", limit: kMostHops, name: briefName(event) });
  return true;
}

// Counts work as pending until the function that this gives is called, or until it has taken longer than `patience`, in
// real ms: for work that may wait for something that only the lab lets happen.
export function countPending(patience = Infinity): () => void {
  ++pending.count;
  let isPending = true;
  let callOff = (): void => {};
  const done = (): void => {
    if (isPending) --pending.count;
    isPending = false;
    callOff();
  };
  if (patience !== Infinity) callOff = afterPatience(patience, done);
  return done;
}

// For work that begins only when something has come: from the call of the function that this gives until the promise is
// settled, it counts as pending.
export function countFrom(promise: Promise<unknown>): () => void {
  let isOver = false;
  let done = (): void => {};
  const end = (): void => {
    isOver = true;
    done();
  };
  void then(promise, end, end);
  return () => {
    if (!isOver) done = countPending();
  };
}

// Counts a promise of the browser's as pending work, and gives the page one that behaves the same, whose reactions
// belong to `event`. A promise that a running event settles (it aborts, it cancels) stays that event's.
export function follow<T>(promise: Promise<T>, event: EventId, isCounted = true, patience = Infinity): Promise<T> {
  const arrive = isCounted ? countPending(patience) : () => {};
  return then(promise,
    (value) => {
      arrive();
      begin(event);
      return value;
    },
    (reason) => {
      arrive();
      if (!isRunning() || (reason as Error)?.name !== "AbortError") begin(event);
      throw reason;
    });
}
