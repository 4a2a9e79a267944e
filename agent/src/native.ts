// The browser's own functions, taken before any script of the page can change them. The rest of the agent calls these,
// never the page's view of them.

export const uncurry = <F extends (this: any, ...args: any[]) => any>(f: F) =>
  Function.prototype.call.bind(f) as unknown as (self: ThisParameterType<F>, ...args: Parameters<F>) => ReturnType<F>;

export const global = globalThis as unknown as Window & typeof globalThis;
export const apply = Reflect.apply;
export const construct = Reflect.construct;
export const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf } = Object;

export const NativePromise = Promise;
export const then = uncurry(Promise.prototype.then) as <T, R>(
  promise: Promise<T>, ok: (value: T) => R, failed?: (reason: unknown) => R) => Promise<R>;

export const addListener = uncurry(
  EventTarget.prototype.addEventListener as (
    this: EventTarget,
    type: string,
    listener: (event: any) => void,
    options?: AddEventListenerOptions | boolean,
  ) => void,
);
export const removeListener = uncurry(
  EventTarget.prototype.removeEventListener as (
    this: EventTarget,
    type: string,
    listener: (event: any) => void,
    options?: boolean,
  ) => void,
);
export const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
// The agent's own listeners on the window and the document. document.open takes all listeners away: `listenAgain` puts
// ours back, before the page can add any.
type Listening = [EventTarget, string, (event: any) => void, AddEventListenerOptions];
const listening: Listening[] = [];
export function listen(...args: Listening): void {
  listening.push(args);
  addListener(...args);
}
export function listenAgain(): void {
  for (const each of listening) addListener(...each);
}

export const setNativeTimer = global.setTimeout.bind(global);
export const clearNativeTimer = global.clearTimeout.bind(global);
// Calls `done` after `span` real ms, and gives the way to call it off. On a machine that keeps the page from running it
// takes longer: so many small pauses, in each of which the browser's other threads can run as well as this one.
const kPauses = 20;
export function afterPatience(span: number, done: () => void): () => void {
  let timer = 0;
  const pause = (left: number): void => {
    timer = setNativeTimer(() => (left > 1 ? pause(left - 1) : done()), span / kPauses) as unknown as number;
  };
  pause(kPauses);
  return () => clearNativeTimer(timer);
}
export const requestFrame = global.requestAnimationFrame.bind(global);
export const postTask: (f: () => void, options: { priority: string }) => Promise<void> =
  (globalThis as any).scheduler.postTask.bind((globalThis as any).scheduler);

export const getter = <T>(prototype: object, name: string): ((self: any) => T) =>
  uncurry(getOwnPropertyDescriptor(prototype, name)!.get!) as unknown as (self: any) => T;

export const currentScriptOf = getter<HTMLOrSVGScriptElement | null>(Document.prototype, "currentScript");
export const readyStateOf = getter<DocumentReadyState>(Document.prototype, "readyState");

// The message channel on which the agent runs tasks of its own making: each in a task of its own, with errors reported
// as for any other callback.
const channel = new MessageChannel();
const jobs: Array<() => void> = [];
const post = channel.port2.postMessage.bind(channel.port2);
addListener(channel.port1, "message", () => jobs.shift()!());
channel.port1.start();

export function runAsTask(job: () => void): void {
  jobs.push(job);
  post(null);
}
