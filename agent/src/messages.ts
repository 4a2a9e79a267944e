// Messages between windows, ports, channels and workers. They are delivered by the browser, in order; the agent says
// who sent them.
import { addListener, apply, global } from "./native.ts";
import { wrapConstructor, wrapMethod } from "./disguise.ts";
import { begin, currentEvent, fork, ROOT, type EventId } from "./trace.ts";

export const posted = { count: 0 }; // messages sent so far, of every sort

const arrived = new WeakSet<Event>();

// Announces each message that `target` receives, before any listener of the page.
function hear(target: EventTarget, kind: string, detail: () => string, senders: EventId[]): void {
  const announce = (event: Event): void => {
    if (!event.isTrusted || arrived.has(event)) return;
    arrived.add(event);
    const cause = senders.shift();
    begin(fork(kind, detail(), { cause: cause ?? ROOT, how: "message" }));
  };
  for (const type of ["message", "messageerror"]) addListener(target, type, announce, { capture: true });
}

const portSenders = new WeakMap<MessagePort, EventId[]>(); // what waits to be received by this port
let channels = 0; // so far, which numbers them
const otherEnd = new WeakMap<MessagePort, MessagePort>();

export function installMessages(): void {
  const toWindow: EventId[] = [];
  hear(global, "message", () => "", toWindow);
  wrapMethod(global, "postMessage", (native, self, args) => {
    const result = apply(native, self, args);
    ++posted.count;
    toWindow.push(currentEvent());
    return result;
  });

  wrapConstructor("MessageChannel", (create, args) => {
    const channel = create(args) as MessageChannel;
    otherEnd.set(channel.port1, channel.port2);
    otherEnd.set(channel.port2, channel.port1);
    const number = ++channels;
    for (const [port, side] of [[channel.port1, "a"], [channel.port2, "b"]] as const) {
      const senders: EventId[] = [];
      portSenders.set(port, senders);
      hear(port, "port", () => `${number}${side}`, senders);
    }
    return channel;
  });
  wrapMethod(MessagePort.prototype, "postMessage", (native, self, args) => {
    const result = apply(native, self, args);
    ++posted.count;
    const other = otherEnd.get(self);
    if (other) portSenders.get(other)!.push(currentEvent());
    return result;
  });

  wrapConstructor("BroadcastChannel", (create, args) => {
    const channel = create(args) as BroadcastChannel;
    hear(channel, "channel", () => channel.name, []);
    return channel;
  });

  for (const name of ["Worker", "SharedWorker"]) {
    wrapConstructor(name, (create, args) => {
      const worker = create(args);
      hear(name === "Worker" ? worker : worker.port, "worker", () => String(args[0]), []);
      return worker;
    });
  }
}
