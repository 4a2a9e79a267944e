// What events read and write that outlives them: storage and cookies. `localStorage.cart = "1"` calls no function that
// could be watched: an event that got hold of a storage is looked over when it is done.
import { apply, getter, global, listen, uncurry } from "./native.ts";
import { watchSetter, wrapGetter, wrapMethod } from "./disguise.ts";
import { calls, currentEvent, fork, lastBegun, record, settings, type Calls } from "./trace.ts";
import { follow } from "./requests.ts";
import { me, shared } from "./peers.ts";

interface Area {
  name: "local" | "session";
  storage: Storage;
  known: Map<string, string>; // what it held when we last looked
  isTouched: boolean;  // by the current event, through window.localStorage
  by: Calls | null;    // who did that
  isExplained: boolean; // by a call of one of its methods
}
const kMostKeys = 200; // more than that is not looked over
const areas = new Map<Storage, Area>();
const lengthOf = getter<number>(Storage.prototype, "length");
const keyOf = uncurry(Storage.prototype.key);
const itemOf = uncurry(Storage.prototype.getItem);

function contents(storage: Storage): Map<string, string> {
  const out = new Map<string, string>();
  const length = Math.min(lengthOf(storage), kMostKeys);
  for (let i = 0; i < length; ++i) {
    const key = keyOf(storage, i);
    if (key !== null) out.set(key, itemOf(storage, key) ?? "");
  }
  return out;
}

const locationOf = (area: Area, key: unknown): string => `storage:${area.name}:${String(key)}`;

function noteWrite(area: Area, key: string, by: Calls | null, event?: number): void {
  record("write", { ...by, event, text: locationOf(area, key) });
  if (area.name === "local") shared.writers.set(key, { peer: me, id: event ?? currentEvent() });
}

// Property access that the event made without our seeing it: what it changed, or else that it has read.
export function flushMemory(): void {
  for (const area of areas.values()) {
    const event = lastBegun();
    const after = contents(area.storage);
    let isChanged = false;
    for (const key of new Set([...area.known.keys(), ...after.keys()])) {
      if (area.known.get(key) === after.get(key)) continue;
      isChanged = true;
      noteWrite(area, key, area.by, event);
    }
    if (area.isTouched && !area.isExplained && !isChanged) record("read", { event, text: locationOf(area, "*") });
    area.known = after;
    area.isTouched = area.isExplained = false;
  }
}

function installStorage(): void {
  for (const [property, name] of [["localStorage", "local"], ["sessionStorage", "session"]] as const) {
    wrapGetter(global, property, (native, self) => {
      const storage = apply(native, self, []) as Storage;
      if (!settings.trace || !storage) return storage;
      currentEvent();
      const by = calls();
      const known = areas.get(storage);
      if (known) Object.assign(known, { isTouched: true, by });
      else areas.set(storage, { name, storage, known: contents(storage), isTouched: true, by, isExplained: false });
      return storage;
    });
  }
  for (const [name, kind] of [
    ["getItem", "read"], ["setItem", "write"], ["removeItem", "write"], ["clear", "write"],
  ] as const) {
    wrapMethod(Storage.prototype, name, (native, self, args) => {
      const result = apply(native, self, args);
      const area = areas.get(self);
      if (!area) return result;
      area.isExplained = true;
      if (kind === "read") {
        record("read", { text: locationOf(area, args[0]) });
        return result;
      }
      noteWrite(area, name === "clear" ? "*" : String(args[0]), calls());
      area.known = contents(self);
      return result;
    });
  }
  // What another frame writes is not this one's doing.
  listen(global, "storage", (event: StorageEvent) => {
    const area = event.storageArea && areas.get(event.storageArea);
    if (area) area.known = contents(area.storage);
  }, { capture: true });
}

function installCookies(): void {
  wrapGetter(Document.prototype, "cookie", (native, self) => {
    const value = apply(native, self, []);
    record("read", { text: "cookie:*" });
    return value;
  });
  watchSetter(Document.prototype, "cookie", (_self, value) => {
    record("write", { ...calls(), text: `cookie:${String(value).split("=")[0].trim()}` });
  });
  for (const name of ["get", "getAll", "set", "delete"]) {
    wrapMethod((globalThis as any).CookieStore?.prototype, name, (native, self, args) => {
      const promise = apply(native, self, args);
      const key = typeof args[0] === "object" ? args[0]?.name : args[0];
      record(name.startsWith("get") ? "read" : "write", { ...calls(), text: `cookie:${key ?? "*"}` });
      return follow(promise, fork("other", `cookie ${name}`, { how: "callback" }));
    });
  }
}

export function installMemory(): void {
  installStorage();
  installCookies();
}
