// The queue of tasks that the agent holds: timers, animation frames and idle callbacks of the page, on the virtual
// clock. The lab runs them one by one (`runTask`), or lets them run by themselves up to a moment (`drain`).
import { apply, clearNativeTimer, global, runAsTask, setNativeTimer } from "./native.ts";
import { wrapMethod } from "./disguise.ts";
import { advanceTo, look, now } from "./clock.ts";
import { begin, briefName, callSite, chainOf, events, fork, nameOf, stepOf, type EventId } from "./trace.ts";
import type { ListedTask, Ran } from "./contract.ts";
import { goesOn, isOfLoop, isPoll, roundsOf, type Push } from "./loops.ts";

type Kind = "timeout" | "interval" | "frame" | "idle";
interface Task {
  id: number;
  kind: Kind;
  due: number;
  order: number;
  event: EventId;
  delay: number;
  nesting: number; // timers that created timers
  polls?: boolean; // one of a loop that asks the server again and again
  run: (task: Task) => void;
}

export const limits = { delay: 60_000, chain: 20, frames: 60, spare: 0 };
// A task that is longer than the limit, both in seconds; or a chain of something that reached it.
export interface Cut { what: string; limit: number; seconds?: number; name: string }
export const cuts: Cut[] = [];

const tasks = new Map<number, Task>();
const parked = new Map<number, Task>(); // of chains that were cut
const kFrame = 1000 / 60;
const kNesting = 5; // from here on a timer takes at least 4 ms (HTML, timer initialization steps)
let lastId = 0;
let lastOrder = 0;
let nesting = 0; // of the timer that runs now
let ranText = false; // the task that runs has handed code over to a timer of the browser's

const limitOf = (kind: Kind): number => (kind === "frame" ? limits.frames : limits.chain);

// Endless chains and very long timers are cut, as AjaxRacer does: they stay in the page's view, but do not run. A chain
// goes on from there when something has happened (loops.ts); that it is cut again, nobody needs to be told.
function keep(task: Task): void {
  const limit = limitOf(task.kind);
  const tell = (cut: Omit<Cut, "what" | "name">): void =>
    void cuts.push({ what: task.kind, name: briefName(task.event), ...cut });
  if (task.delay > limits.delay) {
    tell({ limit: limits.delay / 1000, seconds: Math.round(task.delay / 1000) });
  } else if (isOfLoop(task.event)) {
    (events[task.event].chain > 0 ? parked : tasks).set(task.id, task); // its rounds are counted down to 0
  } else if (events[task.event].chain > limit) {
    tell({ limit });
    parked.set(task.id, task);
  } else {
    tasks.set(task.id, task);
  }
}

const nextFrame = (): number => (Math.floor(now() / kFrame + 1e-6) + 1) * kFrame;

// Loops go on in the name of what lets them: they may show what it brought. Those that are under way get further.
export function push(by: Push): void {
  for (const task of [...parked.values(), ...tasks.values()].sort((a, b) => a.order - b.order)) {
    if ((task.polls ||= isPoll(task.event))) continue;
    const { chain, where } = events[task.event];
    const isParked = parked.delete(task.id);
    const rounds = roundsOf(limitOf(task.kind), limits.spare, by);
    if (!isParked && !isOfLoop(task.event)) {
      events[task.event].chain -= rounds;
      continue;
    }
    const detail = task.kind === "timeout" || task.kind === "interval" ? `${task.delay} again` : "again";
    task.event = fork(task.kind, detail, { cause: by.cause, where });
    goesOn(task.event);
    events[task.event].chain = (isParked ? 1 : chain) - rounds;
    if (!isParked) continue;
    if (task.due <= now()) task.due = task.kind === "frame" ? nextFrame() : now() + Math.max(1, task.delay);
    task.order = ++lastOrder;
    tasks.set(task.id, task);
  }
}

export function add(kind: Kind, delay: number, due: number, run: Task["run"]): number {
  const detail = kind === "timeout" || kind === "interval" ? String(delay) : "";
  const event = fork(kind, detail, { where: callSite() });
  events[event].chain = chainOf(events[event].abroad ?? events[event].cause) + 1;
  const id = ++lastId;
  keep({ id, kind, due, order: ++lastOrder, event, delay, nesting, run });
  return id;
}

export function cancel(id: number, kinds: Kind[]): void {
  const task = tasks.get(id) ?? parked.get(id);
  if (!task || !kinds.includes(task.kind)) return;
  tasks.delete(id);
  parked.delete(id);
}

const clamp = (delay: number, depth: number): number => (depth >= kNesting ? Math.max(delay, 4) : delay);

// The next tick of an interval. Ticks that were missed while the page was busy are left out.
function again(task: Task): void {
  const event = fork("interval", String(task.delay), { cause: task.event });
  events[event].chain = chainOf(task.event) + 1;
  const period = clamp(Math.max(1, task.delay), task.nesting + 1);
  const missed = Math.max(0, Math.floor((now() - task.due) / period));
  keep({ ...task, due: task.due + period * (missed + 1), order: ++lastOrder, event, nesting: task.nesting + 1 });
}

// What to call. Code given as text is the browser's to judge (CSP, trusted types): null when it will not run.
function callbackOf(native: Function, handler: unknown, args: unknown[]): (() => void) | null {
  if (typeof handler === "function") return () => void apply(handler, global, args);
  const isTrusted =
    typeof (globalThis as any).trustedTypes === "object" && (globalThis as any).trustedTypes.isScript(handler);
  const code = isTrusted ? handler : String(handler);
  const id = apply(native as any, global, [code, 2 ** 31 - 1]) as number;
  clearNativeTimer(id);
  return id === 0 ? null : () => {
    ranText = true;
    setNativeTimer(code as string, 0);
  };
}

// As the browser converts it; null for what it refuses.
function toInteger(value: any): number | null {
  try {
    return +value | 0;
  } catch {
    return null;
  }
}

function setTimer(native: Function, self: unknown, args: any[], kind: "timeout" | "interval"): number {
  const isWindow = self === undefined || self === null || self === global;
  const given = toInteger(args[1]);
  // The browser throws what it throws.
  if (args.length === 0 || !isWindow || given === null) return apply(native, self, args);
  const callback = callbackOf(native, args[0], args.slice(2));
  if (!callback) return 0;
  const delay = Math.max(0, given);
  const wait = clamp(kind === "interval" ? Math.max(1, delay) : delay, nesting);
  return add(kind, delay, now() + wait, (task) => {
    if (kind === "interval") again(task);
    callback();
  });
}

// Runs one task in a task of the browser's own, so that errors are reported and microtasks run as for any callback.
export function runTask(id: number, done: () => void): boolean {
  const task = tasks.get(id);
  if (!task) return false;
  tasks.delete(id);
  advanceTo(task.due);
  const finish = (): void => {
    nesting = 0;
    if (ranText) setNativeTimer(() => runAsTask(done), 0);
    else done();
    ranText = false;
  };
  runAsTask(() => {
    runAsTask(finish); // queued first: it comes even if the callback throws
    begin(task.event);
    if (task.kind === "timeout" || task.kind === "interval") nesting = task.nesting + 1;
    task.run(task);
  });
  return true;
}

// The next of them by the scheduler's own rule (comes_before in src/schedule/strategy.h).
export function nextTask(before: number): Task | null {
  let best: Task | null = null;
  for (const task of tasks.values()) {
    if (task.due >= before) continue;
    if (!best || task.due < best.due || (task.due === best.due && task.order < best.order)) best = task;
  }
  return best;
}

const listed = (t: Task): ListedTask => [t.id, t.kind, nameOf(t.event), stepOf(t.event), t.due, t.order];

const told = new Set<number>(); // tasks that the lab knows of
export function listTasks(): ListedTask[] {
  told.clear();
  for (const id of tasks.keys()) told.add(id);
  return [...tasks.values()].map(listed);
}

// This task is about to run without asking: what the lab would have been offered, as far as it has changed since it was
// last told.
export function tellRun(task: Task): Ran {
  const came = [...tasks.values()].filter((one) => !told.has(one.id) && one !== task);
  const gone = [...told].filter((id) => !tasks.has(id));
  for (const one of came) told.add(one.id);
  for (const id of gone) told.delete(id);
  told.delete(task.id);
  return { task: listed(task), came: came.map(listed), gone };
}

function idleDeadline(): IdleDeadline {
  const end = now() + 12;
  const deadline = Object.create(IdleDeadline.prototype);
  Object.defineProperty(deadline, "didTimeout", { value: false });
  Object.defineProperty(deadline, "timeRemaining", { value: () => Math.max(0, end - look()) });
  return deadline;
}

export function installTasks(): void {
  wrapMethod(global, "setTimeout", (native, self, args) => setTimer(native, self, args, "timeout"));
  wrapMethod(global, "setInterval", (native, self, args) => setTimer(native, self, args, "interval"));
  const cancellers: Array<[string, Kind[]]> = [
    ["clearTimeout", ["timeout", "interval"]], ["clearInterval", ["timeout", "interval"]],
    ["cancelAnimationFrame", ["frame"]], ["cancelIdleCallback", ["idle"]],
  ];
  for (const [name, kinds] of cancellers) {
    wrapMethod(global, name, (native, self, args) => {
      const id = toInteger(args[0]);
      apply(native, self, args.length === 0 || id === null ? args : [0]); // throws what the browser throws
      cancel(id ?? 0, kinds);
    });
  }
  wrapMethod(global, "requestAnimationFrame", (native, self, args) => {
    if (typeof args[0] !== "function") return apply(native, self, args);
    const callback = args[0] as FrameRequestCallback;
    return add("frame", 0, nextFrame(), (task) => callback(Math.round(task.due * 1000) / 1000));
  });
  wrapMethod(global, "requestIdleCallback", (native, self, args) => {
    if (typeof args[0] !== "function") return apply(native, self, args);
    const callback = args[0] as IdleRequestCallback;
    return add("idle", 0, now() + 1, () => callback(idleDeadline()));
  });
}
