// Replaces functions of the browser by ones that look the same from outside: a Proxy keeps name, length, prototype,
// statics and `instanceof`; the patched Function.prototype.toString gives the original's text, in every frame.
import { apply, construct, defineProperty, getOwnPropertyDescriptor } from "./native.ts";
import { kKnock, me, originals } from "./peers.ts";

const lookUp = WeakMap.prototype.get.bind(originals) as (key: object) => object | undefined;
const remember = WeakMap.prototype.set.bind(originals) as (key: object, value: object) => void;

export function disguise<F extends object>(native: F, handler: ProxyHandler<any>): F {
  const proxy = new Proxy(native as any, handler);
  remember(proxy, lookUp(native) ?? native); // what is replaced twice has one original
  return proxy;
}

// Replaces the method `name` of `owner`. `around` gets the native function, `this` and the arguments.
export function wrapMethod(
  owner: any, name: string, around: (native: (...args: any[]) => any, self: any, args: any[]) => unknown): void {
  const descriptor = owner && getOwnPropertyDescriptor(owner, name);
  if (!descriptor || typeof descriptor.value !== "function") return;
  descriptor.value = disguise(descriptor.value, { apply: around });
  defineProperty(owner, name, descriptor);
}

// `for await` calls the function that `name` is, wrapped or not.
export function iterateBy(prototype: any, name: string): void {
  const descriptor = prototype && getOwnPropertyDescriptor(prototype, Symbol.asyncIterator);
  if (descriptor) defineProperty(prototype, Symbol.asyncIterator, { ...descriptor, value: prototype[name] });
}

// Replaces the setter `name` of `owner`.
export function wrapSetter(
  owner: any, name: string, around: (native: (value: any) => void, self: any, value: any) => unknown): void {
  const descriptor = owner && getOwnPropertyDescriptor(owner, name);
  if (!descriptor?.set) return;
  const native = descriptor.set;
  descriptor.set = disguise(native, { apply: (_target, self, args) => around(native, self, args[0]) });
  defineProperty(owner, name, descriptor);
}

// Runs `before` with the new value whenever the accessor `name` of `owner` is set.
export function watchSetter(owner: any, name: string, before: (self: any, value: unknown) => void): void {
  wrapSetter(owner, name, (native, self, value) => {
    before(self, value);
    return apply(native, self, [value]);
  });
}

// Replaces the getter `name` of `owner`.
export function wrapGetter(owner: any, name: string, around: (native: () => any, self: any) => unknown): void {
  const descriptor = owner && getOwnPropertyDescriptor(owner, name);
  if (!descriptor?.get) return;
  const native = descriptor.get;
  descriptor.get = disguise(native, { apply: (_target, self) => around(native as () => any, self) });
  defineProperty(owner, name, descriptor);
}

// Replaces the constructor `name` of the global object. `around` makes the object: with `create` the browser's own,
// of the class that `new` was called on.
export function wrapConstructor(
  name: string, around: (create: (args: any[]) => any, args: any[], newTarget: Function) => any): void {
  const descriptor = getOwnPropertyDescriptor(globalThis, name);
  if (!descriptor || typeof descriptor.value !== "function") return;
  const native = descriptor.value;
  const wrapper: Function = disguise(native, {
    construct: (target, args, newTarget) => {
      const made = newTarget === wrapper ? target : newTarget;
      return around((list) => construct(target, list, made), args, made);
    },
  });
  defineProperty(globalThis, name, { ...descriptor, value: wrapper });
  // `Image` shares its prototype with HTMLImageElement, whose constructor stays.
  const own = getOwnPropertyDescriptor(native.prototype, "constructor");
  if (own?.value === native) defineProperty(native.prototype, "constructor", { ...own, value: wrapper });
}

export function installDisguise(): void {
  wrapMethod(Function.prototype, "toString", (native, self, args) => {
    if (self === kKnock) return me;
    return apply(native, (typeof self === "function" ? lookUp(self) : undefined) ?? self, args);
  });
}
