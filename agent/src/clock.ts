// The page's time. It stands still while code runs (but for a microsecond at each look, so that a loop that waits for
// time to pass ends) and moves when a timer is run.
import { apply, defineProperty, getOwnPropertyDescriptor, global } from "./native.ts";
import { disguise, wrapGetter, wrapMethod } from "./disguise.ts";

let virtual = 0; // ms since the document began
let epoch = 0;
const kLook = 0.001;

export const now = (): number => virtual;
export function advanceTo(time: number): void {
  if (time > virtual) virtual = time;
}
const look = (): number => (virtual += kLook);

export function installClock(start: number): void {
  epoch = start;
  const NativeDate = global.Date;
  const descriptor = getOwnPropertyDescriptor(global, "Date")!;
  const wallTime = (): number => Math.floor(epoch + look());
  const VirtualDate: DateConstructor = disguise(NativeDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [wallTime()] : args, newTarget === VirtualDate ? target : newTarget),
    apply: (target) => apply(NativeDate.prototype.toString, new target(wallTime()), []),
  });
  defineProperty(global, "Date", { ...descriptor, value: VirtualDate });
  defineProperty(NativeDate.prototype, "constructor", { value: VirtualDate, writable: true, configurable: true });
  wrapMethod(NativeDate, "now", () => wallTime());
  wrapMethod(Performance.prototype, "now", () => Math.round(look() * 1000) / 1000);
  wrapGetter(Performance.prototype, "timeOrigin", () => epoch);
  wrapGetter(Event.prototype, "timeStamp", () => Math.round(virtual * 1000) / 1000);
}

// Randomness that is the same every time: mulberry32.
export function installRandom(seed: number): void {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  wrapMethod(Math, "random", () => next());
  if (typeof Crypto === "undefined") return;
  wrapMethod(Crypto.prototype, "getRandomValues", (native, self, args) => {
    const array = apply(native, self, args) as ArrayBufferView; // the native call checks the arguments
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; ++i) bytes[i] = next() * 256;
    return array;
  });
  wrapMethod(Crypto.prototype, "randomUUID", () => {
    const hex = Array.from({ length: 32 }, () => Math.floor(next() * 16).toString(16));
    hex[12] = "4";
    hex[16] = "89ab"[Math.floor(next() * 4)];
    const text = hex.join("");
    return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
  });
}
