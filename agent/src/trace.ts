// Events and operations of this frame. src/trace/trace.h is the other side of this contract.
//
// An event is forked by the event that runs when it is created, and begins when its first code runs. It stays the
// current one, microtasks included, until another event begins or its task is over.
import { currentScriptOf, global, postTask } from "./native.ts";
import { now } from "./clock.ts";
import { segment } from "./names.ts";
import { steady } from "./steady.ts";
import { host, me, path, setPath, shared, type Running } from "./peers.ts";
import { callsTo, innermost, outermost, type Calls, type Where } from "./stacks.ts";

export type { Calls, Where };
export type EventId = number; // an index into `events`; ROOT is the loading of the page itself
export const ROOT: EventId = -1;
// Who created an event: one of this frame, or one of another frame.
export type Cause = EventId | Running;

interface TraceEvent {
  cause: EventId;
  abroad: Running | null; // the cause, when it is in another frame; `cause` is then ROOT
  kind: string;
  detail: string;
  ordinal: number;
  step: number;
  chain: number; // timers since the last user step: what cuts endless chains
  hops: number;  // the same for requests
  turn: number;
  time: number;
  run: number;  // place among the events of this frame that have run; -1 while it has not
  name: string;
  where: Where | null;
  stack: string; // of the call that created it, where that tells something
}

export interface Op {
  event: EventId;
  kind: string;
  other: EventId | null;
  text: string;
  extra: string;
  rect: number[] | null;
  where: Where | null;
  stack: string; // of the call, where that tells something
}

export const events: TraceEvent[] = [];
const ops: Op[] = [];
export const stepEvents: EventId[] = []; // of the user's steps
const ordinals = new Map<string, number>();
const scriptEvents = new WeakMap<object, EventId>();

let current: EventId = ROOT;
let open = false; // whether the current event's task is still running
let hasEnded: (() => boolean) | null = null; // where it can be known that the current event is over before its task is
let runs = 0;
let closing = 0;
export const settings = { turn: 0, step: -1, trace: true };
// A script whose response the lab lets in within this turn, when no script announced it; and during which step it was
// asked for.
export interface Arrival { url: string; step: number }
let arrived: Arrival | null = null;
export function beginTurn(turn: number, script: Arrival | null = null): void {
  settings.turn = turn;
  arrived = script;
}
export const arrival = (): Arrival | null => arrived;
// What must be said in the name of the current event before another begins.
export const hooks = {
  beforeNext: (): void => {},
  moduleOf: (_url: string): EventId | null => null,
  ofArrival: (): EventId | null => null,
};

// A document in a frame derives from the event that put the frame there.
const creator = ((): Running | null => {
  try {
    const id = host && global.frameElement ? host.creatorOf(global.frameElement) : undefined;
    return host && id !== undefined && id !== ROOT ? { peer: host, id } : null;
  } catch {
    return null;
  }
})();

const isAbroad = (cause: Cause): cause is Running => typeof cause === "object";
export const nameOf = (id: Cause): string =>
  isAbroad(id) ? id.peer.nameOf(id.id) : id === ROOT ? "root" : events[id].name;
// For people: what repeats itself in a long chain is told once.
export const briefName = (id: Cause): string =>
  nameOf(id).replace(/(\/[^/].{0,300}?)\1{2,}(?=\/|$)/g, (all, part: string) => `${part} ×${all.length / part.length}`);
export const stepOf = (id: Cause): number =>
  isAbroad(id) ? id.peer.stepOf(id.id) : id === ROOT ? (creator ? stepOf(creator) : -1) : events[id].step;
export const chainOf = (id: Cause): number =>
  isAbroad(id) ? id.peer.chainOf(id.id) : id === ROOT ? 0 : events[id].chain;
Object.assign(me, {
  nameOf, stepOf, chainOf,
  isRunning: () => !isOver(),
  refer: (id: EventId) => `${path()}:${placeOfRun(id)}`,
});

// A new event that the given one (by default the current one) creates.
export function fork(
  kind: string,
  exactly: string,
  options: { cause?: Cause; how?: string; where?: Where | null; stack?: string } = {},
): EventId {
  const detail = steady(exactly);
  const cause = options.cause ?? currentEvent();
  const key = `${nameOf(cause)}/${segment(kind, detail)}`;
  const ordinal = ordinals.get(key) ?? 0;
  ordinals.set(key, ordinal + 1);
  const id = events.length;
  events.push({
    cause: isAbroad(cause) ? ROOT : cause,
    abroad: isAbroad(cause) ? cause : null,
    kind, detail, ordinal,
    step: stepOf(cause),
    chain: chainOf(cause),
    hops: isAbroad(cause) || cause === ROOT ? 0 : events[cause].hops,
    turn: 0,
    time: 0,
    run: -1,
    name: ordinal === 0 ? key : `${key}#${ordinal}`,
    where: options.where ?? null,
    stack: options.stack ?? "",
  });
  record("fork", { event: isAbroad(cause) ? ROOT : cause, other: id, text: options.how ?? kind });
  return id;
}

// The event has happened, or happens now; what runs belongs to the current one all the same.
export function enter(id: EventId): void {
  const event = events[id];
  if (!event || event.run >= 0) return;
  event.run = runs++;
  event.turn = settings.turn;
  event.time = now();
}

// From here on, what runs belongs to `id`; and so does what it has done already, when it is found out under way.
export function begin(id: EventId, ended: (() => boolean) | null = null, isUnderWay = false): void {
  if (id !== current && !isUnderWay) hooks.beforeNext();
  current = id;
  open = true;
  hasEnded = ended;
  shared.running = { peer: me, id };
  enter(id);
  const mine = ++closing;
  void postTask(() => {
    if (closing === mine) open = false;
  }, { priority: "user-blocking" });
}

// The event of another frame that runs now and has called into this one.
export function runningElsewhere(): Running | null {
  const running = shared.running;
  return running && running.peer !== me && running.peer.isRunning() ? running : null;
}
const visits = new Map<string, EventId>();

// In this frame, what it does here is an event of its own.
function visit(running: Running): EventId {
  const name = running.peer.nameOf(running.id);
  const known = visits.get(name);
  if (known !== undefined) return known;
  const id = fork("other", "call", { cause: running, how: "call" });
  visits.set(name, id);
  enter(id);
  return id;
}

// A script that a script inserted has been announced (`adoptScript`); any other is the parser's.
function ofScript(script: HTMLOrSVGScriptElement): EventId {
  const known = scriptEvents.get(script);
  const ended = (): boolean => currentScriptOf(global.document) !== script;
  if (known !== undefined) {
    if (current !== known) begin(known, ended, true);
  } else {
    begin(ofParser(script), ended, true);
  }
  return current;
}

function ofParser(script: HTMLOrSVGScriptElement): EventId {
  const external = script instanceof HTMLScriptElement && script.src !== "";
  const how = external && script.async ? "parse async" : external && script.defer ? "parse defer" : "parse";
  const id = fork("script", external ? script.src : "inline", { cause: ROOT, how });
  scriptEvents.set(script, id);
  return id;
}

// Whether code of this script element has run, as far as we have seen.
export const hasBegun = (script: object): boolean => scriptEvents.has(script);

// The script has loaded. If it did nothing that we would have seen, it ran all the same, before what comes after it.
export function noteLoaded(script: HTMLScriptElement): void {
  if (!scriptEvents.has(script)) enter(ofParser(script));
}

// The event that is running now. Code that no callback of ours announced is a script that the parser met, one whose
// element a script inserted, a module, or a function that another frame calls.
export function currentEvent(): EventId {
  const script = currentScriptOf(global.document);
  if (script) return ofScript(script);
  const elsewhere = runningElsewhere();
  if (elsewhere) return visit(elsewhere);
  if (isOver()) {
    const url = outermost()?.url;
    const id = url === undefined ? hooks.ofArrival() : hooks.moduleOf(url);
    if (id !== null && id !== current) begin(id, () => true, true); // modules run one after the other without a pause
  }
  return current;
}

// Nothing that we know of is running.
export const isOver = (): boolean => !open || (hasEnded !== null && hasEnded());

// A script element that a script inserted: its execution is the event `id`.
export const adoptScript = (script: object, id: EventId): void => void scriptEvents.set(script, id);
export const isRunning = (): boolean => open;
export const lastBegun = (): EventId => current;

export function record(kind: string, fields: Partial<Op>): Op | null {
  if (!settings.trace) return null;
  const op = {
    event: fields.event ?? currentEvent(), kind, other: fields.other ?? null,
    text: steady(fields.text ?? ""), extra: steady(fields.extra ?? ""), rect: fields.rect ?? null,
    where: fields.where ?? null, stack: fields.stack ?? "",
  };
  ops.push(op);
  return op;
}

// Where the page called us.
export const callSite = (): Where | null => (settings.trace ? innermost() : null);
export const calls = (): Calls | null => (settings.trace ? callsTo() : null);

// An event that was created but never ran itself stands for its cause.
const ranCause = (id: EventId): EventId => {
  while (id !== ROOT && events[id].run < 0) id = events[id].cause;
  return id;
};
const placeOfRun = (id: EventId): number => {
  const ran = ranCause(id);
  return ran === ROOT ? -1 : events[ran].run;
};

// What this frame saw, with events numbered in the order in which they ran.
export function exportTrace(frame: string): unknown {
  setPath(frame);
  const hasRun = (id: EventId | null): boolean => id === null || id === ROOT || events[id].run >= 0;
  const place = (id: EventId | null): number | null => (id === null ? null : id === ROOT ? -1 : events[id].run);
  const causeOf = (event: TraceEvent): number | string =>
    event.abroad ? event.abroad.peer.refer(event.abroad.id) : placeOfRun(event.cause);
  const ran = events.filter((event) => event.run >= 0).sort((a, b) => a.run - b.run);
  return {
    v: 1,
    frame,
    events: ran.map((e) => [
      e.run, causeOf(e), e.kind, e.detail, e.ordinal, e.step, e.turn, Math.round(e.time * 1000) / 1000,
      e.where?.url ?? "", e.where?.line ?? 0, e.where?.column ?? 0, e.stack,
    ]),
    ops: ops
      .filter((op) => hasRun(op.event) && hasRun(op.other))
      .map((op) => [
        place(op.event), op.kind, place(op.other), op.text, op.extra, op.rect,
        op.where?.url ?? "", op.where?.line ?? 0, op.where?.column ?? 0, op.stack,
      ]),
  };
}
