// Messages between windows, ports, channels and workers. They are delivered by the browser, in order; the agent says
// who sent them.
import { addListener, apply, getter, global, listen } from "./native.ts";
import { wrapConstructor, wrapMethod } from "./disguise.ts";
import { begin, briefName, currentEvent, events, fork, ROOT, runningElsewhere, settings, type Cause } from "./trace.ts";
import { me, shared, type Running } from "./peers.ts";
import { cuts } from "./tasks.ts";
import { brief, countPending } from "./requests.ts";

export const posted = { count: 0 }; // messages sent so far, of every sort

const kMostMessages = 1000; // in a chain: two ends that answer each other for ever are cut
const arrived = new WeakSet<Event>();
const lengths = new Map<number, number>(); // of the chain of messages that ends in an event
const sender = (): Cause => runningElsewhere() ?? currentEvent();

// Announces each message that `target` receives, before any listener of the page.
function hear(
  target: EventTarget,
  kind: string,
  detail: () => string,
  causeOf: (event: MessageEvent) => Cause | undefined,
): void {
  const announce = (event: MessageEvent): void => {
    if (!event.isTrusted || arrived.has(event)) return;
    arrived.add(event);
    const cause = causeOf(event);
    const id = fork(kind, detail(), { cause: cause ?? ROOT, how: "message" });
    if (cause === undefined) events[id].step = settings.step;
    const length = (typeof cause === "number" ? lengths.get(cause) ?? 0 : 0) + 1;
    lengths.set(id, length);
    if (length > kMostMessages) {
      cuts.push({ what: "message", limit: kMostMessages, name: briefName(id) });
      event.stopImmediatePropagation();
      return;
    }
    begin(id);
    for (const port of event.ports) hear(port, "port", () => "", () => undefined);
  };
  const add = target === global ? listen : addListener;
  for (const type of ["message", "messageerror"]) add(target, type, announce, { capture: true });
}

// ---- windows ----

interface Waiting { source: Window; cause: Cause }
const toWindow: Waiting[] = [];

// Whether the browser will drop a message for this window because it is meant for another origin.
function isForOthers(options: unknown): boolean {
  const wanted =
    typeof options === "string" ? options : (options as WindowPostMessageOptions | undefined)?.targetOrigin;
  if (wanted === undefined || wanted === "*" || wanted === "/") return false;
  try {
    return new URL(wanted).origin !== global.origin;
  } catch {
    return true;
  }
}

function installWindow(): void {
  hear(global, "message", () => "", (event) => {
    const index = toWindow.findIndex((each) => each.source === event.source);
    return index < 0 ? undefined : toWindow.splice(index, 1)[0].cause;
  });
  // Called on this window by its own scripts and by those of frames of the same origin. A frame of another origin has
  // a function of its own for it, which nobody sees.
  wrapMethod(global, "postMessage", (native, self, args) => {
    const elsewhere = runningElsewhere();
    const result = (elsewhere?.peer ?? me).call(native, self, args);
    ++posted.count;
    const cause = elsewhere ?? currentEvent();
    if (!isForOthers(args[1])) toWindow.push({ source: typeof cause === "object" ? cause.peer.window : global, cause });
    return result;
  });
}

// ---- ports ----

const portSenders = new WeakMap<MessagePort, Cause[]>(); // what waits to be received by this port
const otherEnd = new WeakMap<MessagePort, MessagePort>();
let channels = 0; // so far, which numbers them

function installPorts(): void {
  wrapConstructor("MessageChannel", (create, args) => {
    const channel = create(args) as MessageChannel;
    otherEnd.set(channel.port1, channel.port2);
    otherEnd.set(channel.port2, channel.port1);
    const number = ++channels;
    for (const [port, side] of [[channel.port1, "a"], [channel.port2, "b"]] as const) {
      const senders: Cause[] = [];
      portSenders.set(port, senders);
      hear(port, "port", () => `${number}${side}`, () => senders.shift());
    }
    return channel;
  });
  wrapMethod(MessagePort.prototype, "postMessage", (native, self, args) => {
    const result = apply(native, self, args);
    ++posted.count;
    const other = otherEnd.get(self);
    if (other) portSenders.get(other)!.push(sender());
    return result;
  });
}

// ---- broadcast channels ----

function installBroadcasts(): void {
  interface Sending { by: Running; done: () => void }
  const open = new Map<object, { name: string; coming: Sending[] }>();
  shared.broadcasts.push((from, name, by) => {
    for (const [channel, each] of open) {
      if (channel === from || each.name !== name) continue;
      each.coming.push({ by, done: countPending() }); // it travels through another process
    }
  });
  wrapConstructor("BroadcastChannel", (create, args) => {
    const channel = create(args) as BroadcastChannel;
    const coming: Sending[] = [];
    open.set(channel, { name: channel.name, coming });
    hear(channel, "channel", () => channel.name, () => {
      const next = coming.shift();
      next?.done();
      return next?.by.peer === me ? next.by.id : next?.by;
    });
    return channel;
  });
  if (typeof BroadcastChannel === "undefined") return;
  const nameOfChannel = getter<string>(BroadcastChannel.prototype, "name");
  wrapMethod(BroadcastChannel.prototype, "postMessage", (native, self, args) => {
    const result = apply(native, self, args);
    ++posted.count;
    const by = runningElsewhere() ?? { peer: me, id: currentEvent() };
    for (const tell of shared.broadcasts) tell(self, nameOfChannel(self), by);
    return result;
  });
  wrapMethod(BroadcastChannel.prototype, "close", (native, self, args) => {
    for (const each of open.get(self)?.coming ?? []) each.done();
    open.delete(self);
    return apply(native, self, args);
  });
}

// ---- workers ----

// A worker runs on a thread of its own, where nobody can tell who caused what. It mostly answers: each message from it
// is taken for the answer to the earliest that is unanswered, else to the latest.
interface Helper { senders: Cause[]; last: Cause }
const helpers = new WeakMap<object, Helper>();

function installWorkers(): void {
  const listen = (end: EventTarget, url: unknown): void => {
    const helper: Helper = { senders: [], last: sender() };
    helpers.set(end, helper);
    hear(end, "worker", () => brief(String(url)), () => (helper.last = helper.senders.shift() ?? helper.last));
  };
  wrapConstructor("Worker", (create, args) => {
    const worker = create(args);
    listen(worker, args[0]);
    return worker;
  });
  wrapConstructor("SharedWorker", (create, args) => {
    const worker = create(args);
    listen(worker.port, args[0]);
    return worker;
  });
  wrapMethod(globalThis.Worker?.prototype, "postMessage", (native, self, args) => {
    const result = apply(native, self, args);
    helpers.get(self)?.senders.push(sender());
    ++posted.count;
    return result;
  });
}

// ---- storage events, which other frames of the origin receive ----

function installStorageEvents(): void {
  listen(global, "storage", (event: StorageEvent) => {
    if (!event.isTrusted || arrived.has(event)) return;
    arrived.add(event);
    const by = event.key === null ? undefined : shared.writers.get(event.key);
    begin(fork("other", "storage", { cause: by === undefined ? ROOT : by.peer === me ? by.id : by, how: "storage" }));
  }, { capture: true });
}

export function installMessages(): void {
  installWindow();
  installPorts();
  installBroadcasts();
  installWorkers();
  installStorageEvents();
}
