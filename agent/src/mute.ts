// Keeps the handlers that squall tries by itself from doing something that lasts: leaving the page, sending, asking,
// storing, setting timers. What they do to the document stays.
import { apply, defineProperty, getOwnPropertyDescriptor, global, listen, NativePromise } from "./native.ts";
import { wrapMethod, wrapSetter } from "./disguise.ts";

let muted = false;
export const isMuted = (): boolean => muted;
export const setMuted = (on: boolean): void => void (muted = on);

const kLate = 0x7fffffff; // the id of a timer that will never run

function mute(owner: any, answers: Record<string, () => unknown>): void {
  for (const [name, answer] of Object.entries(answers)) {
    wrapMethod(owner, name, (native, self, args) => (muted ? answer() : apply(native, self, args)));
  }
}

const nothing = (): void => {};

function muteWindow(): void {
  mute(global, {
    alert: nothing,
    confirm: () => false,
    prompt: () => null,
    print: nothing,
    open: () => null,
    close: nothing,
    stop: nothing,
    fetch: () => new NativePromise(nothing),
    setTimeout: () => kLate,
    setInterval: () => kLate,
    requestAnimationFrame: () => kLate,
    requestIdleCallback: () => kLate,
  });
}

function muteSending(): void {
  mute(XMLHttpRequest.prototype, { send: nothing });
  mute(Navigator.prototype, { sendBeacon: () => true });
  mute(WebSocket.prototype, { send: nothing, close: nothing });
  mute(HTMLFormElement.prototype, { submit: nothing, requestSubmit: nothing });
}

function muteMemory(): void {
  mute(Storage.prototype, { setItem: nothing, removeItem: nothing, clear: nothing });
  mute(History.prototype, { pushState: nothing, replaceState: nothing, back: nothing, forward: nothing, go: nothing });
  mute(Document.prototype, { write: nothing, writeln: nothing, close: nothing });
  wrapMethod(Document.prototype, "open", (native, self, args) => (muted ? self : apply(native, self, args)));
  wrapSetter(Document.prototype, "cookie", (native, self, value) => (muted ? undefined : apply(native, self, [value])));
}

// `location` cannot be wrapped; but a navigation asks first. Links and forms that a handler clicks ask here, too.
function muteNavigation(): void {
  const navigation = (global as any).navigation as EventTarget | undefined;
  if (!navigation) return;
  listen(navigation, "navigate", (event: Event) => {
    if (muted && event.cancelable) event.preventDefault();
  }, { capture: true });
}

export function installMute(): void {
  muteWindow();
  muteSending();
  muteMemory();
  muteNavigation();
}

// An event that nobody dispatched, as a handler sees it.
const kClasses: Array<[RegExp, string]> = [
  [/^(click|dblclick|auxclick|contextmenu|pointer|gotpointer|lostpointer)/, "PointerEvent"],
  [/^mouse/, "MouseEvent"], [/^key/, "KeyboardEvent"], [/^(before)?input$/, "InputEvent"],
  [/^(focus|blur)/, "FocusEvent"], [/^wheel/, "WheelEvent"], [/^(drag|drop)/, "DragEvent"],
  [/^submit$/, "SubmitEvent"], [/^(copy|cut|paste)$/, "ClipboardEvent"], [/^composition/, "CompositionEvent"],
  [/^touch/, "TouchEvent"],
];

export function fakeEvent(type: string, target: EventTarget, current: EventTarget, path: EventTarget[]): Event {
  const name = kClasses.find(([pattern]) => pattern.test(type))?.[1] ?? "Event";
  const Class = (global as any)[name] ?? Event;
  const event: Event = new Class(type, {
    bubbles: true,
    cancelable: true,
    composed: true,
    view: name === "Event" ? undefined : global,
    key: "a",
    code: "KeyA",
    button: 0,
    data: "a",
  });
  const own = { target, srcElement: target, currentTarget: current, composedPath: () => path };
  for (const [key, value] of Object.entries(own)) {
    if (!getOwnPropertyDescriptor(event, key)) defineProperty(event, key, { value, configurable: true });
  }
  return event;
}
