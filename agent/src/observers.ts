// Observers whose callbacks the browser calls in a task or a frame of its own.
import { apply } from "./native.ts";
import { wrapConstructor, wrapMethod } from "./disguise.ts";
import { whenSeen } from "./frames.ts";
import { begin, currentEvent, events, fork, ROOT, settings } from "./trace.ts";

const watching = new Map<object, Set<object>>(); // those that look at an element are called when a frame is drawn
export const isObserved = (): boolean => watching.size > 0;

function announceCalls(name: string): void {
  wrapConstructor(name, (create, args) => {
    const callback = args[0];
    if (typeof callback !== "function") return create(args);
    const cause = currentEvent();
    return create([function (this: unknown, ...rest: unknown[]) {
      const call = (): void => {
        const event = fork("observer", name, { cause, how: "observer" });
        if (cause === ROOT) events[event].step = settings.step;
        begin(event);
        apply(callback, this, rest);
      };
      if (name === "ResizeObserver") whenSeen(call);
      else call();
    }, ...args.slice(1)]);
  });
}

function countTargets(prototype: object | undefined): void {
  wrapMethod(prototype, "observe", (native, self, args) => {
    const result = apply(native, self, args);
    watching.set(self, (watching.get(self) ?? new Set()).add(args[0]));
    return result;
  });
  wrapMethod(prototype, "unobserve", (native, self, args) => {
    watching.get(self)?.delete(args[0]);
    if (watching.get(self)?.size === 0) watching.delete(self);
    return apply(native, self, args);
  });
  wrapMethod(prototype, "disconnect", (native, self, args) => {
    watching.delete(self);
    return apply(native, self, args);
  });
}

export function installObservers(): void {
  for (const name of ["IntersectionObserver", "ResizeObserver", "PerformanceObserver", "ReportingObserver"])
    announceCalls(name);
  countTargets(globalThis.IntersectionObserver?.prototype);
  countTargets(globalThis.ResizeObserver?.prototype);
}
