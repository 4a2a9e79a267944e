// Adverse mode: every handler of a user event is tried as soon as the page is at rest after its registration, and again
// at each later rest until it works. What a try does beyond the document is muted (mute.ts).
//
// At rest, the page waits for something: a response, a timer, the user. These are the moments at which a person can
// act, so a handler whose function stands in the next inline script is not tried too early.
import { apply, global, then, uncurry } from "./native.ts";
import { settings } from "./trace.ts";
import { handlers, kInput, placeOf, type Handler } from "./listeners.ts";
import { controlsFor } from "./discover.ts";
import { fakeEvent, isMuted, setMuted } from "./mute.ts";
import { allElements, flatAncestors, isConnected, isElement } from "./dom.ts";
import { locatorOf } from "./describe.ts";
import { whyNotUsable } from "./visible.ts";

interface Failure { text: string; url: string; line: number; column: number }
// One handler on one target; `key` names it in every execution.
interface Trial {
  key: string;
  handler: Handler;
  target: Element;
  inline: boolean; // an on* attribute or property: returning false prevents the default
  place: string;
  locator: string;
  first: number;   // the turn of the first try
  tries: number;
  worked: number;  // the turn after which it first worked; -1 while it has not
  prevented: boolean;
  failure: Failure | null; // of the first try
}

const kMostTrials = 4000;
const kMostTries = 60;      // of one handler: a page with more rests than this has made its point
const kMostTargets = 5;     // of a handler on a container
const sourceOf = uncurry(Function.prototype.toString);
const attributeNames = uncurry(Element.prototype.getAttributeNames);

let only: string | null = null;
let trials: Trial[] = [];
const known = new WeakMap<object, Set<string>>(); // by target: the keys that are tried, or are not to be
const looked = new WeakSet<Handler>(); // handlers that were registered by a call, and have been looked at
const counts = new Map<string, number>();

function hash(text: string): string {
  let value = 5381;
  for (let i = 0; i < text.length; ++i) value = (value * 33 + text.charCodeAt(i)) >>> 0;
  return value.toString(36);
}

function functionOf(handler: Handler): Function | null {
  const listener = handler.listener as any;
  if (typeof listener === "function") return listener;
  try {
    return typeof listener?.handleEvent === "function" ? listener.handleEvent : null;
  } catch {
    return null;
  }
}

// Handlers in on* attributes, which nobody registers by a call.
function* attributeHandlers(): Generator<Handler> {
  for (const element of allElements(global.document)) {
    for (const name of attributeNames(element)) {
      if (!name.startsWith("on") || !kInput.has(name.slice(2))) continue;
      const listener = (element as any)[name]; // compiles it
      if (typeof listener === "function") yield { target: element, type: name.slice(2), listener };
    }
  }
}

function isTaken(handler: Handler, text: string): boolean {
  let keys = known.get(handler.target);
  if (!keys) known.set(handler.target, (keys = new Set()));
  const key = `${handler.type} ${hash(text)}`;
  return keys.has(key) || !keys.add(key);
}

function targetsOf(handler: Handler): Element[] {
  const { target } = handler;
  const within = controlsFor(target, handler.type).filter((element) => !whyNotUsable(element));
  if (within.length > 0) return within.slice(0, kMostTargets);
  // A window is no node.
  if (target instanceof Node && isElement(target)) return [target];
  return global.document.body ? [global.document.body] : [];
}

// Takes note of handlers that came since the last rest. Those that a try of ours registered do not count.
function collect(count: boolean): void {
  const fresh = handlers().filter((handler) => !looked.has(handler));
  for (const handler of [...attributeHandlers(), ...fresh]) {
    looked.add(handler);
    const code = functionOf(handler);
    if (!code || !kInput.has(handler.type) || trials.length >= kMostTrials) continue;
    const text = sourceOf(code);
    if (isTaken(handler, text) || !count) continue;
    const place = placeOf(handler.target);
    for (const target of targetsOf(handler)) {
      const locator = target === handler.target ? place : locatorOf(target);
      const base = `${place} ${handler.type} ${locator} ${hash(text)}`;
      const number = counts.get(base) ?? 0;
      counts.set(base, number + 1);
      const key = number === 0 ? base : `${base} ${number}`;
      if (only !== null && key !== only) continue;
      trials.push({
        key, handler, target, inline: handler.capture === undefined, place, locator, first: -1,
        tries: 0, worked: -1, prevented: false, failure: null,
      });
    }
  }
}

function failureOf(error: unknown): Failure {
  const failure = { text: "an error without a text", url: "", line: 0, column: 0 };
  try {
    const stack = String((error as any)?.stack ?? "");
    const place = /\(?((?:https?|file|blob):[^\s()]+):(\d+):(\d+)\)?/.exec(stack);
    if (place) Object.assign(failure, { url: place[1], line: Number(place[2]), column: Number(place[3]) });
    failure.text = String(error).slice(0, 500);
  } catch {
    // It cannot even be asked.
  }
  return failure;
}

function attempt(trial: Trial): void {
  const code = functionOf(trial.handler);
  if (!code) return;
  const current = trial.handler.target;
  const self = typeof trial.handler.listener === "function" ? current : trial.handler.listener;
  const event = fakeEvent(trial.handler.type, trial.target, current, [
    ...flatAncestors(trial.target),
    global.document,
    global,
  ]);
  const fail = (error: unknown): void => {
    trial.worked = -1;
    trial.failure ??= failureOf(error);
  };
  if (trial.first < 0) trial.first = settings.turn;
  ++trial.tries;
  try {
    const result = apply(code as () => unknown, self, [event]) as any;
    trial.worked = settings.turn;
    if (event.defaultPrevented || (trial.inline && result === false)) trial.prevented = true;
    if (result instanceof Promise) void then(result, () => {}, fail);
  } catch (error) {
    fail(error);
  }
}

// Tries what can be tried now; whether there was anything.
export function tryHandlers(): boolean {
  collect(true);
  const open = trials.filter((trial) => trial.worked < 0 && trial.tries < kMostTries && isConnected(trial.target));
  if (open.length === 0) return false;
  setMuted(true);
  for (const trial of open) attempt(trial);
  return true;
}

// The tries have come to rest.
export function endTries(): void {
  if (!isMuted()) return;
  collect(false);
  setMuted(false);
}

export const setOnly = (key: string): void => void (only = key === "" ? null : key);

export const triedHandlers = (): unknown[] => trials.map((trial) => ({
  key: trial.key, place: trial.place, type: trial.handler.type, element: trial.locator, first: trial.first,
  tries: trial.tries, worked: trial.worked, prevented: trial.prevented, failure: trial.failure,
}));
