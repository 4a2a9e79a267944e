// Which event a callback of the browser belongs to. The agent does not wrap listeners: it puts its own in front of
// them, in the capture phase of the window and of the document, so that whatever the page registered stays as it is.
import { addListener, apply, global } from "./native.ts";
import { wrapMethod } from "./disguise.ts";
import { begin, callSite, events, fork, isRunning, record, ROOT, settings, type EventId } from "./trace.ts";
import { loadingOf } from "./requests.ts";
import { locatorOf } from "./describe.ts";

const kInput = new Set([
  "click", "dblclick", "auxclick", "contextmenu", "mousedown", "mouseup", "mousemove", "mouseover", "mouseout",
  "mouseenter", "mouseleave", "pointerdown", "pointerup", "pointermove", "pointerover", "pointerout", "pointerenter",
  "pointerleave", "pointercancel", "gotpointercapture", "lostpointercapture", "keydown", "keyup", "keypress",
  "beforeinput", "input", "change", "wheel", "touchstart", "touchend", "touchmove", "touchcancel", "submit", "reset",
  "focus", "blur", "focusin", "focusout", "select", "selectionchange", "compositionstart", "compositionend", "drag",
  "dragstart", "dragend", "drop", "paste", "copy", "cut", "toggle", "invalid", "scroll", "scrollend",
]);
// Of these, the ones that a script can bring about from within its own event, although they look like the user's.
const kNested = new Set(["focus", "blur", "focusin", "focusout", "select", "selectionchange", "submit", "reset", "toggle", "invalid", "scroll", "scrollend"]);
const kMilestones = new Set(["DOMContentLoaded", "readystatechange", "load", "pageshow", "pagehide", "beforeunload", "unload", "visibilitychange"]);
const kAnimation = /^(transition|animation)/;
const kLoads: Record<string, string> = { SCRIPT: "script-load", IMG: "image-load", LINK: "style-load", IFRAME: "frame-load", FRAME: "frame-load", VIDEO: "media-load", AUDIO: "media-load" };

export interface Handler { target: EventTarget; type: string; listener?: unknown }
export const handlers: Handler[] = []; // in order of registration, for discovery

const eventOf = new WeakMap<Event, EventId>();
const hooked = new WeakMap<EventTarget, Set<string>>();
let userEvent: EventId | null = null;

// The lab is about to perform step `index` of the run. Where it is not in this frame, the event begins only if input
// arrives here all the same.
export function beginStep(index: number, here: boolean): void {
  settings.step = index;
  userEvent = fork("user", String(index + 1), { cause: ROOT, how: "user" });
  events[userEvent].step = index;
  events[userEvent].chain = 0;
  if (here) begin(userEvent);
}

function classify(event: Event): EventId | null {
  const target = event.target as any;
  const type = event.type;
  if (!event.isTrusted) return null; // dispatched by a script: part of what is running
  if (target === global || target === global.document) {
    if (kMilestones.has(type)) return fork("milestone", type, { cause: ROOT, how: "load" });
  } else if (type === "load" || type === "error") {
    const known = loadingOf(target);
    if (known !== undefined) return known;
    const kind = kLoads[target?.tagName] ?? "resource";
    return fork(kind, String(target?.src || target?.href || ""), { cause: ROOT, how: "load" });
  }
  if (kInput.has(type)) return kNested.has(type) && isRunning() ? null : userEvent ?? fork("input", type, { cause: ROOT, how: "input" });
  if (kAnimation.test(type)) return fork("animation", type, { how: "animation" });
  if (type === "message" || type === "storage") return null; // messages.ts knows better
  return isRunning() ? null : fork("other", type, { cause: ROOT, how: type });
}

function announceDispatch(event: Event): void {
  if (eventOf.has(event)) return;
  const id = classify(event);
  eventOf.set(event, id ?? ROOT);
  if (id !== null) begin(id);
  for (const target of event.composedPath()) {
    if (registered.get(target)?.has(event.type)) record("dispatch", { text: placeOf(target), extra: event.type });
  }
}

const registered = new WeakMap<EventTarget, Set<string>>();

function noteRegistration(target: EventTarget, type: string): void {
  const types = registered.get(target);
  if (types) types.add(type);
  else registered.set(target, new Set([type]));
}

const placeOf = (target: EventTarget): string =>
  target instanceof Element ? locatorOf(target) : target === global ? "window" : "document";

function hook(target: EventTarget, type: string): void {
  let types = hooked.get(target);
  if (!types) hooked.set(target, (types = new Set()));
  if (types.has(type)) return;
  types.add(type);
  addListener(target, type, announceDispatch, { capture: true, passive: true });
}

const isTree = (target: unknown): boolean => target === global || target instanceof Node;

export function installListeners(): void {
  for (const type of [...kInput, "error", "hashchange", "popstate"]) {
    if (!/^(wheel|touch|pointermove|mousemove|mouseover|mouseout|pointerover|pointerout|mouseenter|mouseleave|pointerenter|pointerleave|drag|scroll|selectionchange)/.test(type)) hook(global, type);
  }
  for (const type of ["load", "error", "DOMContentLoaded", "readystatechange"]) hook(global.document, type);
  for (const type of ["load", "pageshow", "transitionend", "animationend", "transitionrun", "transitioncancel"]) hook(global, type);

  wrapMethod(EventTarget.prototype, "addEventListener", (native, self, args) => {
    const type = String(args[0]);
    const target = self ?? global;
    if (isTree(target) && args[1]) {
      hook(global, type);
      handlers.push({ target, type, listener: args[1] });
      noteRegistration(target, type);
      record("register", { text: placeOf(target), extra: type, where: callSite() });
    }
    return apply(native, self, args);
  });
  wrapMethod(EventTarget.prototype, "removeEventListener", (native, self, args) => {
    const target = self ?? global;
    if (isTree(target) && args[1]) {
      const index = handlers.findIndex((handler) => handler.target === target && handler.type === String(args[0]));
      if (index >= 0) handlers.splice(index, 1);
      record("unregister", { text: placeOf(target), extra: String(args[0]) });
    }
    return apply(native, self, args);
  });
  wrapMethod(Event.prototype, "preventDefault", (native, self, args) => {
    record("prevent-default", { extra: self?.type ?? "" });
    return apply(native, self, args);
  });
}
