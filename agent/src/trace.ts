// Events and operations of this frame. src/trace/trace.h is the other side of this contract.
//
// An event is forked by the event that runs when it is created, and begins when its first code runs. It stays the
// current one, microtasks included, until another event begins or its task is over.
import { currentScriptOf, global, postTask, readyStateOf, realNow, uncurry } from "./native.ts";
import { now } from "./clock.ts";

export type EventId = number; // an index into `events`; ROOT is the loading of the page itself
export const ROOT: EventId = -1;

export interface TraceEvent {
  cause: EventId;
  kind: string;
  detail: string;
  ordinal: number;
  step: number;
  chain: number; // timers since the last user step: what cuts endless chains
  turn: number;
  time: number;
  real: number; // of the browser's clock: orders events across frames, never leaves the run
  run: number;  // place among the events of this frame that have run; -1 while it has not
  name: string;
  where: Where | null;
}

export interface Where {
  url: string;
  line: number;
  column: number;
}

export const events: TraceEvent[] = [];
type Op = [EventId, string, EventId | null, string, string, number[] | null, Where | null];
const ops: Op[] = [];
const ordinals = new Map<string, number>();
const scriptEvents = new WeakMap<object, EventId>();

let current: EventId = ROOT;
let open = false; // whether the current event's task is still running
let runs = 0;
let closing = 0;
export const settings = { turn: 0, step: -1, trace: true };

export const nameOf = (id: EventId): string => (id === ROOT ? "root" : events[id].name);
export const stepOf = (id: EventId): number => (id === ROOT ? -1 : events[id].step);
export const chainOf = (id: EventId): number => (id === ROOT ? 0 : events[id].chain);

// A new event that the given one (by default the current one) creates.
export function fork(kind: string, detail: string, options: { cause?: EventId; how?: string; where?: Where | null } = {}): EventId {
  const cause = options.cause ?? currentEvent();
  const parent = nameOf(cause);
  const key = `${parent}/${kind}${detail === "" ? "" : ":" + detail}`;
  const ordinal = ordinals.get(key) ?? 0;
  ordinals.set(key, ordinal + 1);
  const id = events.length;
  events.push({
    cause, kind, detail, ordinal, step: stepOf(cause), chain: chainOf(cause), turn: 0, time: 0, real: 0, run: -1,
    name: ordinal === 0 ? key : `${key}#${ordinal}`, where: options.where ?? null,
  });
  record("fork", { event: cause, other: id, text: options.how ?? kind });
  return id;
}

// From here on, what runs belongs to `id`.
export function begin(id: EventId): void {
  current = id;
  open = true;
  if (id !== ROOT && events[id].run < 0) {
    const event = events[id];
    event.run = runs++;
    event.turn = settings.turn;
    event.time = now();
    event.real = realNow() + performance.timeOrigin;
  }
  const mine = ++closing;
  void postTask(() => {
    if (closing === mine) open = false;
  }, { priority: "user-blocking" });
}

const query = uncurry(Document.prototype.querySelector as (this: Document, selector: string) => Element | null);
let moduleEvent: EventId | null = null;
const hasModules = (): boolean => query(global.document, "script[type=module]") !== null;

// The event that is running now. Code that no callback of ours announced is a script that the parser met, or one whose
// element a script inserted.
export function currentEvent(): EventId {
  const script = currentScriptOf(global.document);
  if (script) {
    const known = scriptEvents.get(script);
    const external = script instanceof HTMLScriptElement && script.src !== "";
    if (known !== undefined) {
      if (current !== known && (external || !open)) begin(known);
    } else if (external || !open || current === ROOT) {
      const how = external && script.async ? "parse async" : external && script.defer ? "parse defer" : "parse";
      const id = fork("script", external ? script.src : "inline", { cause: ROOT, how });
      scriptEvents.set(script, id);
      begin(id);
    }
  } else if (!open && readyStateOf(global.document) !== "complete" && hasModules()) {
    // Nothing tells where one module ends and the next begins: they are one event, so that its name is stable.
    moduleEvent ??= fork("module", "", { cause: ROOT, how: "parse defer" });
    begin(moduleEvent);
  }
  return current;
}

// A script element that a script inserted: its execution is the event `id`.
export const adoptScript = (script: object, id: EventId): void => void scriptEvents.set(script, id);
export const scriptEventOf = (script: object): EventId | undefined => scriptEvents.get(script);
export const isRunning = (): boolean => open;

interface OpFields {
  event?: EventId;
  other?: EventId;
  text?: string;
  extra?: string;
  rect?: number[];
  where?: Where | null;
}

export function record(kind: string, fields: OpFields): void {
  if (!settings.trace) return;
  ops.push([
    fields.event ?? currentEvent(), kind, fields.other ?? null, fields.text ?? "", fields.extra ?? "",
    fields.rect ?? null, fields.where ?? null,
  ]);
}

const NativeError = Error as ErrorConstructor & { stackTraceLimit: number };

// Where the page called us: the first frame of the stack that is not the agent's.
export function callSite(): Where | null {
  if (!settings.trace) return null;
  const limit = NativeError.stackTraceLimit;
  NativeError.stackTraceLimit = 8;
  const stack = new NativeError().stack ?? "";
  NativeError.stackTraceLimit = limit;
  for (const line of stack.split("\n").slice(2)) {
    const match = /\(?((?:https?|file|blob|data):[^()]*):(\d+):(\d+)\)?$/.exec(line);
    if (match) return { url: match[1], line: Number(match[2]), column: Number(match[3]) };
  }
  return null;
}

// What this frame saw, with events numbered in the order in which they ran.
export function exportTrace(frame: string): unknown {
  const place = (id: EventId | null): number | null => (id === null ? null : id === ROOT ? -1 : events[id].run);
  const ranCause = (id: EventId): number => {
    while (id !== ROOT && events[id].run < 0) id = events[id].cause; // created, but never run itself
    return place(id)!;
  };
  const ran = events.filter((event) => event.run >= 0).sort((a, b) => a.run - b.run);
  return {
    v: 1,
    frame,
    events: ran.map((e) => [
      e.run, ranCause(e.cause), e.kind, e.detail, e.ordinal, e.step, e.turn, Math.round(e.time * 1000) / 1000,
      e.where?.url ?? "", e.where?.line ?? 0, e.where?.column ?? 0,
    ]),
    real: ran.map((e) => e.real),
    ops: ops
      .filter(([event, , other]) => place(event) !== null && (event === ROOT || events[event].run >= 0) &&
        (other === null || other === ROOT || events[other].run >= 0))
      .map(([event, kind, other, text, extra, rect, where]) => [
        place(event), kind, place(other), text, extra, rect, where?.url ?? "", where?.line ?? 0, where?.column ?? 0,
      ]),
  };
}
