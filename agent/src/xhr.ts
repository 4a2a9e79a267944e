// XMLHttpRequest: all events of one request belong to one event of the trace.
import { addListener, apply, getOwnPropertyDescriptor } from "./native.ts";
import { wrapConstructor, wrapGetter, wrapMethod, wrapSetter } from "./disguise.ts";
import { begin, type EventId } from "./trace.ts";
import { absolute, announce, countPending, isEndless, isHeld, methodOf, sendAs } from "./requests.ts";
import { now } from "./clock.ts";
import { add, cancel } from "./tasks.ts";

interface Call {
  method: string;
  url: string;
  sync: boolean;
  event: EventId | null;
  timer: number;  // the task that ends it when its time is over; 0 without
  done: (() => void) | null; // while it counts as pending work
}

const calls = new WeakMap<object, Call>();
let inside = 0; // open, send and abort fire events from within the caller's own event

function onEvent(event: Event): void {
  const call = calls.get(event.currentTarget as object);
  if (!call || call.event === null) return;
  if (inside === 0 && !call.sync) begin(call.event);
  if (event.type === "loadend") finish(call);
}

function finish(call: Call): void {
  call.done?.();
  call.done = null;
  cancel(call.timer, ["timeout"]);
}

function within(native: any, self: any, args: any[]): unknown {
  ++inside;
  try {
    return apply(native, self, args);
  } finally {
    --inside;
  }
}

// The browser measures `timeout` on its own clock. So it is told only when, on the page's, the time is over: the page
// then sees what it would have seen.
function installTimeout(): void {
  const prototype = XMLHttpRequest.prototype;
  const setNatively = getOwnPropertyDescriptor(prototype, "timeout")!.set!;
  const timeouts = new WeakMap<object, number>();
  wrapGetter(prototype, "timeout", (native, self) => timeouts.get(self) ?? apply(native, self, []));
  wrapSetter(prototype, "timeout", (native, self, value) => {
    apply(native, self, [value]);
    timeouts.set(self, +value >>> 0);
    apply(native, self, [0]);
    const call = calls.get(self);
    if (call?.event != null) watch(self, call);
  });
  watch = (xhr, call) => {
    cancel(call.timer, ["timeout"]);
    const delay = timeouts.get(xhr) ?? 0;
    if (delay === 0 || call.sync) return;
    call.timer = add("timeout", delay, now() + delay, () => {
      call.done ??= countPending();
      apply(setNatively, xhr, [1]);
    });
  };
}
let watch: (xhr: object, call: Call) => void = () => {};

export function installXhr(tell: (what: string) => void): void {
  wrapConstructor("XMLHttpRequest", (create, args) => {
    const xhr = create(args);
    for (const type of ["readystatechange", "loadstart", "progress", "load", "error", "abort", "timeout", "loadend"]) {
      addListener(xhr, type, onEvent);
    }
    return xhr;
  });
  const prototype = XMLHttpRequest.prototype;
  wrapMethod(prototype, "open", (native, self, args) => {
    const result = within(native, self, args);
    const earlier = calls.get(self);
    if (earlier) finish(earlier);
    const sync = args.length > 2 && !args[2];
    calls.set(self, { method: methodOf(args[0]), url: absolute(args[1]), sync, event: null, timer: 0, done: null });
    return result;
  });
  wrapMethod(prototype, "send", (native, self, args) => {
    const call = calls.get(self);
    if (!call || call.event !== null) return within(native, self, args);
    call.event = announce("xhr", call.method, call.url, "xhr load");
    if (isEndless(call.event)) return undefined;
    if (call.sync) tell(JSON.stringify({ sync: call.url, method: call.method }));
    if (!call.sync && !isHeld(call.url)) call.done = countPending();
    watch(self, call);
    return sendAs(call.event, () => within(native, self, args));
  });
  wrapMethod(prototype, "abort", within);
  installTimeout();
}
