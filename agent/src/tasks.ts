// The queue of tasks that the agent holds: timers, animation frames and idle callbacks of the page, on the virtual
// clock. The lab runs them one by one (`runTask`), or lets them run by themselves up to a moment (`drain`).
import { apply, global, runAsTask } from "./native.ts";
import { wrapMethod } from "./disguise.ts";
import { advanceTo, now } from "./clock.ts";
import { begin, callSite, chainOf, currentEvent, events, fork, nameOf, stepOf, type EventId } from "./trace.ts";

export interface Task {
  id: number;
  kind: "timeout" | "interval" | "frame" | "idle";
  due: number;
  order: number;
  event: EventId;
  delay: number;
  run: (task: Task) => void;
}

export const limits = { delay: 60_000, chain: 20, frames: 60 };
export const cuts: Array<{ kind: string; why: string; name: string }> = [];

const tasks = new Map<number, Task>();
const kFrame = 1000 / 60;
let lastId = 0;
let lastOrder = 0;

// Endless chains and very long timers are cut, as AjaxRacer does: they stay in the page's view, but never run.
function whyCut(task: Task): string | null {
  if (task.delay > limits.delay) return `a timer of ${Math.round(task.delay / 1000)} s is longer than the limit of ${limits.delay / 1000} s`;
  const limit = task.kind === "frame" ? limits.frames : limits.chain;
  if (events[task.event].chain > limit) return `a chain of ${task.kind} events reached ${limit}`;
  return null;
}

function add(kind: Task["kind"], delay: number, due: number, run: Task["run"], cause?: EventId): Task {
  const detail = kind === "timeout" || kind === "interval" ? String(Math.round(delay)) : "";
  const event = fork(kind, detail, { cause, where: callSite() });
  events[event].chain = chainOf(events[event].cause) + 1;
  const task: Task = { id: ++lastId, kind, due, order: ++lastOrder, event, delay, run };
  const why = whyCut(task);
  if (why) cuts.push({ kind, why, name: nameOf(event) });
  else tasks.set(task.id, task);
  return task;
}

function again(task: Task): void {
  const event = fork("interval", String(Math.round(task.delay)), { cause: task.event });
  events[event].chain = chainOf(task.event) + 1;
  const next: Task = { ...task, due: task.due + Math.max(1, task.delay), order: ++lastOrder, event };
  const why = whyCut(next);
  if (why) cuts.push({ kind: "interval", why, name: nameOf(event) });
  else tasks.set(task.id, next);
}

const asDelay = (value: unknown): number => {
  const delay = Number(value);
  return delay > 0 ? Math.min(Math.floor(delay), 2 ** 31 - 1) : 0;
};

function callbackOf(handler: unknown, args: unknown[]): () => void {
  if (typeof handler === "function") return () => apply(handler, global, args);
  const code = String(handler);
  return () => void (0, global.eval)(code);
}

function setTimer(native: Function, self: unknown, args: any[], kind: "timeout" | "interval"): number {
  if (args.length === 0) return apply(native, self, args); // throws what the browser throws
  const callback = callbackOf(args[0], args.slice(2));
  const delay = asDelay(args[1]);
  return add(kind, delay, now() + (kind === "interval" ? Math.max(1, delay) : delay), (task) => {
    if (kind === "interval") again(task);
    callback();
  }).id;
}

// Runs one task in a task of the browser's own, so that errors are reported and microtasks run as for any callback.
export function runTask(id: number, done: () => void): boolean {
  const task = tasks.get(id);
  if (!task) return false;
  tasks.delete(id);
  advanceTo(task.due);
  begin(task.event);
  runAsTask(() => {
    runAsTask(done); // queued first: it comes even if the callback throws
    begin(task.event);
    task.run(task);
  });
  return true;
}

export function nextTask(before: number): Task | null {
  let best: Task | null = null;
  for (const task of tasks.values()) {
    if (task.due >= before) continue;
    if (!best || task.due < best.due || (task.due === best.due && task.order < best.order)) best = task;
  }
  return best;
}

export const listTasks = (): Array<[number, string, string, number, number, number]> =>
  [...tasks.values()].map((t) => [t.id, t.kind, nameOf(t.event), stepOf(t.event), t.due, t.order]);

export function installTasks(): void {
  wrapMethod(global, "setTimeout", (native, self, args) => setTimer(native, self, args, "timeout"));
  wrapMethod(global, "setInterval", (native, self, args) => setTimer(native, self, args, "interval"));
  for (const name of ["clearTimeout", "clearInterval", "cancelAnimationFrame", "cancelIdleCallback"]) {
    wrapMethod(global, name, (_native, _self, args) => void tasks.delete(Number(args[0])));
  }
  wrapMethod(global, "requestAnimationFrame", (native, self, args) => {
    if (typeof args[0] !== "function") return apply(native, self, args);
    const callback = args[0] as FrameRequestCallback;
    const due = (Math.floor(now() / kFrame + 1e-6) + 1) * kFrame;
    return add("frame", 0, due, () => callback(Math.round(now() * 1000) / 1000)).id;
  });
  wrapMethod(global, "requestIdleCallback", (native, self, args) => {
    if (typeof args[0] !== "function") return apply(native, self, args);
    const callback = args[0] as IdleRequestCallback;
    const deadline = { didTimeout: false, timeRemaining: () => 12 };
    return add("idle", 0, now() + 1, () => callback(deadline)).id;
  });
  currentEvent();
}
