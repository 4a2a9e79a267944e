// The page's time. It stands still while code runs, but for a microsecond at each look, so that a loop that waits for
// time to pass ends; it moves when a timer is run.
import { apply, defineProperty, getOwnPropertyDescriptor, global } from "./native.ts";
import { disguise, wrapGetter, wrapMethod } from "./disguise.ts";
import { host, me } from "./peers.ts";

let virtual = host?.now() ?? 0; // ms since the main document began
let epoch = 0;
const kLook = 0.001;
const kPatience = 20_000; // looks in a row, after which a loop is taken to wait for time to pass
let looks = 0;

export const now = (): number => virtual;
me.now = now;
export function advanceTo(time: number): void {
  if (time > virtual) virtual = time;
  looks = 0;
}
export function look(): number {
  virtual += ++looks > kPatience ? 0.1 : kLook;
  return virtual;
}
const toMicros = (time: number): number => Math.round(time * 1000) / 1000;
const wallTime = (): number => Math.floor(epoch + look());

export function installClock(start: number): void {
  epoch = start;
  const NativeDate = global.Date;
  const descriptor = getOwnPropertyDescriptor(global, "Date")!;
  const VirtualDate: DateConstructor = disguise(NativeDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(
        target,
        args.length === 0 ? [wallTime()] : args,
        newTarget === VirtualDate ? target : newTarget,
      ),
    apply: (target) => apply(NativeDate.prototype.toString, new target(wallTime()), []),
  });
  defineProperty(global, "Date", { ...descriptor, value: VirtualDate });
  defineProperty(NativeDate.prototype, "constructor", { value: VirtualDate, writable: true, configurable: true });
  wrapMethod(NativeDate, "now", () => wallTime());
  installPerformance();
  installIntl(NativeDate);
  installTemporal();
  // An event keeps the time at which it was first seen.
  const stamps = new WeakMap<object, number>();
  wrapGetter(Event.prototype, "timeStamp", (native, self) => {
    const real = apply(native, self, []); // throws what the browser throws
    if (!stamps.has(self)) stamps.set(self, toMicros(virtual));
    return stamps.get(self) ?? real;
  });
}

function installPerformance(): void {
  wrapMethod(Performance.prototype, "now", (native, self, args) => {
    apply(native, self, args);
    return toMicros(look());
  });
  wrapGetter(Performance.prototype, "timeOrigin", () => epoch);
  // Loading takes no time: what has happened, happened at the start.
  for (const name of Object.getOwnPropertyNames(globalThis.PerformanceTiming?.prototype ?? {})) {
    wrapGetter(PerformanceTiming.prototype, name, (native, self) => (apply(native, self, []) === 0 ? 0 : epoch));
  }
  wrapMethod(Performance.prototype, "mark", (native, self, args) =>
    apply(native, self, args.length === 0 ? args : [args[0], { startTime: toMicros(look()), ...args[1] }]));
  wrapMethod(Performance.prototype, "measure", (native, self, args) => {
    const [name, from, to] = args;
    if (to !== undefined || (typeof from === "object" && from !== null)) {
      const ends = to !== undefined || from.end !== undefined || from.duration !== undefined;
      return apply(native, self, ends ? args : [name, { ...from, end: toMicros(look()) }]);
    }
    return apply(native, self, args.length === 0 ? args : [name, { start: from ?? 0, end: toMicros(look()) }]);
  });
}

// A formatter that is not told what to format takes the time of day.
function installIntl(NativeDate: DateConstructor): void {
  const prototype = Intl.DateTimeFormat.prototype;
  const orNow = (value: unknown): unknown => (value === undefined ? new NativeDate(wallTime()) : value);
  const formats = new WeakMap<object, object>();
  wrapGetter(prototype, "format", (native, self) => {
    const bound = apply(native, self, []);
    let ours = formats.get(bound);
    if (!ours)
      formats.set(bound, (ours = disguise(bound, { apply: (_t, that, args) => apply(bound, that, [orNow(args[0])]) })));
    return ours;
  });
  wrapMethod(prototype, "formatToParts", (native, self, args) => apply(native, self, [orNow(args[0])]));
}

function installTemporal(): void {
  const temporal = (globalThis as any).Temporal;
  if (!temporal?.Now) return;
  const instant = (): any => temporal.Instant.fromEpochMilliseconds(wallTime());
  const zoned = (zone: unknown): any => instant().toZonedDateTimeISO(zone ?? temporal.Now.timeZoneId());
  wrapMethod(temporal.Now, "instant", () => instant());
  wrapMethod(temporal.Now, "zonedDateTimeISO", (_native, _self, args) => zoned(args[0]));
  wrapMethod(temporal.Now, "plainDateTimeISO", (_native, _self, args) => zoned(args[0]).toPlainDateTime());
  wrapMethod(temporal.Now, "plainDateISO", (_native, _self, args) => zoned(args[0]).toPlainDate());
  wrapMethod(temporal.Now, "plainTimeISO", (_native, _self, args) => zoned(args[0]).toPlainTime());
}
