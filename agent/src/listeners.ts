// Which event a callback of the browser belongs to. The agent does not wrap listeners: it puts its own in front of
// them, in the capture phase of the window and of the document, so that whatever the page registered stays as it is.
import {
  addListener, apply, defineProperty, getOwnPropertyDescriptor, getter, global, listen, listenAgain, readyStateOf,
} from "./native.ts";
import { disguise, wrapMethod } from "./disguise.ts";
import {
  begin, calls, events, fork, isRunning, noteLoaded, record, ROOT, settings, stepEvents,
  type Calls, type EventId,
} from "./trace.ts";
import { loadingOf } from "./elements.ts";
import { noteEnded } from "./parser.ts";
import { brief } from "./requests.ts";
import { arriving } from "./history.ts";
import { starterOf, stopMoving } from "./motion.ts";
import { locatorOf } from "./describe.ts";
import { hostOfRoot } from "./dom.ts";

export const kInput = new Set([
  "click", "dblclick", "auxclick", "contextmenu", "mousedown", "mouseup", "mousemove", "mouseover", "mouseout",
  "mouseenter", "mouseleave", "pointerdown", "pointerup", "pointermove", "pointerover", "pointerout", "pointerenter",
  "pointerleave", "pointercancel", "gotpointercapture", "lostpointercapture", "keydown", "keyup", "keypress",
  "beforeinput", "input", "change", "wheel", "touchstart", "touchend", "touchmove", "touchcancel", "submit", "reset",
  "focus", "blur", "focusin", "focusout", "select", "selectionchange", "compositionstart", "compositionend", "drag",
  "dragstart", "dragend", "drop", "paste", "copy", "cut", "toggle", "invalid", "scroll", "scrollend",
]);
// Of these, the ones that a script can bring about from within its own event, although they look like the user's.
const kNested = new Set([
  "focus", "blur", "focusin", "focusout", "select", "selectionchange", "submit", "reset", "toggle", "invalid",
  "scroll", "scrollend",
]);
const kMilestones = new Set([
  "DOMContentLoaded", "readystatechange", "load", "pageshow", "pagehide", "beforeunload", "unload",
  "visibilitychange",
]);
const kAnimation = /^(transition|animation)/;
// Frequent and seldom listened for: hooked only when the page does.
const kOnDemand = /^(wheel|touch|(pointer|mouse)(move|over|out|enter|leave)|drag|scroll|selectionchange)/;
const kLoads: Record<string, string> = {
  SCRIPT: "script-load",
  IMG: "image-load",
  LINK: "style-load",
  STYLE: "style-load",
  IFRAME: "frame-load",
  FRAME: "frame-load",
  VIDEO: "media-load",
  AUDIO: "media-load",
};

export interface Handler { target: EventTarget; type: string; listener?: unknown; capture?: boolean; once?: boolean }
const all = new Set<Handler>(); // in order of registration
const registered = new WeakMap<EventTarget, Handler[]>();
export const handlers = (): Handler[] => [...all]; // for discovery

const phaseOf = getter<number>(Event.prototype, "eventPhase");
const eventOf = new WeakMap<Event, EventId>();
const hooked = new WeakMap<EventTarget, Set<string>>();
let userEvent: EventId | null = null;

// The lab is about to perform step `index` of the run. Where it is not in this frame, the event begins only if input
// arrives here all the same.
export function beginStep(index: number, here: boolean): void {
  settings.step = index;
  userEvent = fork("user", String(index + 1), { cause: ROOT, how: "user" });
  stepEvents[index] = userEvent;
  events[userEvent].step = index;
  events[userEvent].chain = 0;
  if (here) begin(userEvent);
}

function milestone(type: string): EventId {
  const state = type === "readystatechange" ? ` ${readyStateOf(global.document)}` : "";
  return fork("milestone", type + state, { cause: ROOT, how: "load" });
}

function classify(event: Event): EventId | null {
  const target = event.target as any;
  const type = event.type;
  if (!event.isTrusted) return null; // dispatched by a script: part of what is running
  if (target === global || target === global.document) {
    if (kMilestones.has(type)) return milestone(type);
  } else if (type === "load" || type === "error") {
    if (target instanceof HTMLScriptElement) noteEnded(target);
    const known = loadingOf(target);
    if (known !== undefined) return known;
    if (target instanceof HTMLScriptElement) noteLoaded(target);
    const kind = kLoads[target?.tagName] ?? "resource";
    return fork(kind, brief(String(target?.src || target?.href || "")), { cause: ROOT, how: "load" });
  }
  if (kInput.has(type))
    return kNested.has(type) && isRunning() ? null : (userEvent ?? fork("input", type, { cause: ROOT, how: "input" }));
  if (kAnimation.test(type)) return fork("animation", type, { cause: starterOf(target), how: "animation" });
  if (type === "message" || type === "storage") return null; // messages.ts knows better
  if (type === "popstate" || type === "hashchange") return arriving(type);
  if (isRunning() || type === "error" || type === "unhandledrejection") return null;
  const other = fork("other", type, { cause: ROOT, how: type });
  events[other].step = settings.step;
  return other;
}

function announceDispatch(event: Event): void {
  if (eventOf.has(event)) return;
  const id = classify(event);
  eventOf.set(event, id ?? ROOT);
  // Chromium leaves the phase of window events as it is.
  if (id !== null) begin(id, event.target === global ? null : () => phaseOf(event) === Event.NONE);
  if (event.type === "animationstart" || event.type === "transitionrun") stopMoving();
  for (const target of event.composedPath()) {
    if (!listens(target, event.type)) continue;
    if (settings.trace) record("dispatch", { text: placeOf(target), extra: event.type });
    forgetOnce(target, event.type);
  }
}

// ---- what the page registered ----

const ofTarget = (target: EventTarget): Handler[] => registered.get(target) ?? [];
const listens = (target: EventTarget, type: string): boolean =>
  ofTarget(target).some((each) => each.type === type) ||
  (target instanceof Element && target.hasAttribute(`on${type}`));

export const placeOf = (target: EventTarget): string => {
  if (target === global) return "window";
  if (target instanceof Element) return locatorOf(target);
  const host = target instanceof Node ? hostOfRoot(target) : null;
  return host ? `${locatorOf(host)} >>> :root` : "document";
};

function note(handler: Handler): void {
  all.add(handler);
  registered.set(handler.target, [...ofTarget(handler.target), handler]);
  hook(global, handler.type);
  if (!settings.trace) return;
  record("register", { text: placeOf(handler.target), extra: handler.type, ...siteOf(handler.listener) });
}

// Frameworks register one function on hundreds of elements, and taking a stack is what costs: once for each function.
const sites = new WeakMap<object, Calls | null>();
function siteOf(listener: unknown): Calls | null {
  if (typeof listener !== "function" && (typeof listener !== "object" || listener === null)) return calls();
  const known = sites.get(listener);
  if (known !== undefined) return known;
  const site = calls();
  sites.set(listener, site);
  return site;
}

function forget(handler: Handler): void {
  if (!all.delete(handler)) return;
  registered.set(handler.target, ofTarget(handler.target).filter((each) => each !== handler));
  if (settings.trace) record("unregister", { text: placeOf(handler.target), extra: handler.type });
}

const find = (target: EventTarget, type: string, listener: unknown, capture: boolean): Handler | undefined =>
  ofTarget(target).find((each) => each.type === type && each.listener === listener && each.capture === capture);

function forgetOnce(target: EventTarget, type: string): void {
  for (const handler of ofTarget(target)) if (handler.once && handler.type === type) forget(handler);
}

function hook(target: EventTarget, type: string): void {
  let types = hooked.get(target);
  if (!types) hooked.set(target, (types = new Set()));
  if (types.has(type)) return;
  types.add(type);
  listen(target, type, announceDispatch, { capture: true, passive: true });
}

const isTree = (target: unknown): target is EventTarget => target === global || target instanceof Node;
const isCapture = (options: any): boolean =>
  Boolean(typeof options === "object" && options !== null ? options.capture : options);

function installMethods(): void {
  wrapMethod(EventTarget.prototype, "addEventListener", (native, self, args) => {
    const result = apply(native, self, args);
    const [type, listener, options] = args;
    const target = self ?? global;
    const signal =
      typeof options === "object" && options !== null ? (options.signal as AbortSignal | undefined) : undefined;
    if (!listener || !isTree(target) || signal?.aborted) return result;
    const handler = { target, type: String(type), listener, capture: isCapture(options), once: Boolean(options?.once) };
    if (find(target, handler.type, listener, handler.capture)) return result; // the browser takes it once
    note(handler);
    if (signal) addListener(signal, "abort", () => forget(handler), { once: true });
    return result;
  });
  wrapMethod(EventTarget.prototype, "removeEventListener", (native, self, args) => {
    const target = self ?? global;
    const handler = args[1] && isTree(target) ? find(target, String(args[0]), args[1], isCapture(args[2])) : undefined;
    if (handler) forget(handler);
    return apply(native, self, args);
  });
  wrapMethod(Event.prototype, "preventDefault", (native, self, args) => {
    const result = apply(native, self, args);
    if (self.defaultPrevented) record("prevent-default", { extra: self.type });
    return result;
  });
}

// document.open, and write where it opens, take all listeners of the document and the window away.
function installOpen(): void {
  for (const name of ["open", "write", "writeln"]) {
    wrapMethod(Document.prototype, name, (native, self, args) => {
      const result = apply(native, self, args);
      if (self === global.document) listenAgain();
      return result;
    });
  }
}

// The handler of a proxy for the setter of an attribute: one for all interfaces that have the attribute, since there
// are hundreds of setters, and every frame replaces them all.
class AttributeWatch {
  constructor(private readonly type: string, private readonly ofWindow: boolean) {}

  apply(native: (value: unknown) => void, self: any, args: unknown[]): void {
    if (isTree(self ?? global)) this.note(this.ofWindow ? global : self ?? global, args[0]);
    apply(native, self, args);
  }

  private note(target: EventTarget, value: unknown): void {
    const known = ofTarget(target).find((each) => each.type === this.type && each.capture === undefined);
    const isSet = typeof value === "function" || (typeof value === "object" && value !== null);
    if (known && known.listener === value) return;
    if (known) forget(known);
    if (isSet) note({ target, type: this.type, listener: value });
  }
}

// element.onclick = …: the browser keeps it where it first stood; for us it comes and goes like a listener.
function installAttributes(): void {
  const watches: Record<string, AttributeWatch> = {};
  const owners = [
    global, Document.prototype, HTMLElement.prototype, SVGElement.prototype, MathMLElement.prototype,
    HTMLBodyElement.prototype, HTMLFrameSetElement.prototype, // those of the body are the window's
  ];
  for (const owner of owners) {
    const ofWindow = owner === HTMLBodyElement.prototype || owner === HTMLFrameSetElement.prototype;
    for (const name of Object.getOwnPropertyNames(owner)) {
      if (name[0] !== "o" || name[1] !== "n") continue;
      const descriptor = getOwnPropertyDescriptor(owner, name)!;
      if (!descriptor.set) continue;
      const type = name.slice(2);
      const watch = ofWindow ? new AttributeWatch(type, true) : (watches[type] ??= new AttributeWatch(type, false));
      descriptor.set = disguise(descriptor.set, watch);
      defineProperty(owner, name, descriptor);
    }
  }
}

// An on* attribute that the parser met, or that a script set.
export function noteAttributeHandler(element: Element, name: string, event?: EventId): void {
  const type = name.slice(2);
  hook(global, type);
  if (settings.trace) record("register", { event, text: locatorOf(element), extra: type });
}

export function installListeners(): void {
  for (const type of [...kInput, "error", "hashchange", "popstate"]) {
    if (!kOnDemand.test(type)) hook(global, type);
  }
  for (const type of ["load", "error", "DOMContentLoaded", "readystatechange"]) hook(global.document, type);
  for (const type of [
    "load", "pageshow", "transitionend", "animationend", "transitionrun", "transitioncancel", "animationstart",
  ])
    hook(global, type);
  installMethods();
  installAttributes();
  installOpen();
}
