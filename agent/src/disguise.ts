// Replaces functions of the browser by ones that look the same from outside: a Proxy keeps name, length, prototype,
// statics and `instanceof`; the patched Function.prototype.toString gives the original's text.
import { apply, construct, defineProperty, getOwnPropertyDescriptor } from "./native.ts";

const originals = new WeakMap<object, object>();
const toStringNative = Function.prototype.toString;
const lookUp = WeakMap.prototype.get.bind(originals) as (key: object) => object | undefined;

export function disguise<F extends object>(native: F, handler: ProxyHandler<any>): F {
  const proxy = new Proxy(native as any, handler);
  originals.set(proxy, native);
  return proxy;
}

// Makes a function of ours print as if the browser had it built in.
export function passAsNative(ours: Function, like: string): void {
  originals.set(ours, { squallName: like });
}

// Replaces the method `name` of `owner`. `around` gets the native function, `this` and the arguments.
export function wrapMethod(
  owner: any, name: string, around: (native: (...args: any[]) => any, self: any, args: any[]) => unknown): void {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  if (!descriptor || typeof descriptor.value !== "function") return;
  const native = descriptor.value;
  const wrapper = disguise(native, { apply: (_target, self, args) => around(native, self, args) });
  defineProperty(owner, name, { ...descriptor, value: wrapper });
}

// Runs `before` with the new value whenever the accessor `name` of `owner` is set.
export function watchSetter(owner: any, name: string, before: (self: any, value: unknown) => void): void {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  if (!descriptor?.set) return;
  const native = descriptor.set;
  const set = disguise(native, {
    apply: (_target, self, args) => {
      before(self, args[0]);
      return apply(native, self, args);
    },
  });
  defineProperty(owner, name, { ...descriptor, set });
}

// Replaces the getter `name` of `owner`.
export function wrapGetter(owner: any, name: string, around: (native: () => any, self: any) => unknown): void {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  if (!descriptor?.get) return;
  const native = descriptor.get;
  const get = disguise(native, { apply: (_target, self) => around(native as () => any, self) });
  defineProperty(owner, name, { ...descriptor, get });
}

// Replaces the constructor `name` of the global object. `around` gets the native class and makes the object.
export function wrapConstructor(
  name: string, around: (create: (args: any[]) => any, args: any[]) => any): void {
  const descriptor = getOwnPropertyDescriptor(globalThis, name);
  if (!descriptor || typeof descriptor.value !== "function") return;
  const native = descriptor.value;
  const wrapper = disguise(native, {
    construct: (target, args, newTarget) =>
      around((list) => construct(target, list, newTarget === wrapper ? target : newTarget), args),
  });
  defineProperty(globalThis, name, { ...descriptor, value: wrapper });
  const own = getOwnPropertyDescriptor(native.prototype, "constructor");
  if (own) defineProperty(native.prototype, "constructor", { ...own, value: wrapper });
}

export function installDisguise(): void {
  wrapMethod(Function.prototype, "toString", (native, self, args) => {
    const original: any = typeof self === "function" ? lookUp(self) : undefined;
    if (original?.squallName !== undefined) return `function ${original.squallName}() { [native code] }`;
    return apply(toStringNative, original ?? self, args) ?? native;
  });
}
