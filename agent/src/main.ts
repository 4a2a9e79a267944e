// The agent: runs before any script of the page, in every frame. The lab reaches it through a constant in the global
// lexical scope, which no property of `window` shows.
import { installDisguise } from "./disguise.ts";
import { installClock, installRandom } from "./clock.ts";
import { installTasks, limits } from "./tasks.ts";
import { installRequests, count } from "./requests.ts";
import { installListeners } from "./listeners.ts";
import { installMessages } from "./messages.ts";
import { installStreams } from "./streams.ts";
import { installWatch } from "./watch.ts";
import { wrapConstructor, wrapMethod } from "./disguise.ts";
import { apply, addListener } from "./native.ts";
import { control, observers } from "./control.ts";
import { pending } from "./requests.ts";
import { begin, fork, settings } from "./trace.ts";

interface Config {
  live: boolean;
  epoch: number;
  seed: number;
  trace: boolean;
  limits: { delay: number; chain: number; frames: number };
}

declare const __squall_config: Config; // set by the lab in front of this text

function takeBinding(name: string): (text: string) => void {
  const binding = (globalThis as any)[name];
  delete (globalThis as any)[name];
  return typeof binding === "function" ? binding.bind(globalThis) : () => {};
}

// Work that the browser does elsewhere and that ends in a callback: it counts as pending until then.
function countHiddenWork(): void {
  const promising: Array<[any, string[]]> = [
    [globalThis.Blob?.prototype, ["text", "arrayBuffer"]],
    [globalThis.SubtleCrypto?.prototype, ["digest", "encrypt", "decrypt", "sign", "verify", "importKey", "generateKey", "deriveBits", "deriveKey"]],
    [globalThis, ["createImageBitmap"]],
    [globalThis.HTMLImageElement?.prototype, ["decode"]],
    [globalThis.CacheStorage?.prototype, ["open", "match", "has", "delete", "keys"]],
    [globalThis.Cache?.prototype, ["match", "matchAll", "put", "delete", "keys"]],
    [globalThis.FontFaceSet?.prototype, ["load"]],
  ];
  for (const [owner, names] of promising) {
    for (const name of names) {
      if (!owner) continue;
      wrapMethod(owner, name, (native, self, args) => {
        const promise = apply(native, self, args);
        count(promise);
        return promise;
      });
    }
  }
  const until = (target: EventTarget, types: string[]): void => {
    ++pending.count;
    let done = false;
    const event = fork("other", types[0], { how: "callback" });
    for (const type of types) {
      addListener(target, type, () => {
        begin(event);
        if (!done) --pending.count;
        done = true;
      });
    }
  };
  if (typeof IDBFactory !== "undefined") {
    for (const name of ["open", "deleteDatabase"]) {
      wrapMethod(IDBFactory.prototype, name, (native, self, args) => {
        const request = apply(native, self, args);
        until(request, ["success", "error", "blocked"]);
        return request;
      });
    }
    wrapMethod(IDBDatabase.prototype, "transaction", (native, self, args) => {
      const transaction = apply(native, self, args);
      until(transaction, ["complete", "abort", "error"]);
      return transaction;
    });
  }
  for (const name of ["IntersectionObserver", "ResizeObserver"]) {
    wrapConstructor(name, (create, args) => {
      ++observers.count;
      const callback = args[0];
      if (typeof callback !== "function") return create(args);
      const event = fork("observer", name, { how: "observer" });
      return create([function (this: unknown, ...rest: unknown[]) {
        begin(event);
        return apply(callback, this, rest);
      }, ...args.slice(1)]);
    });
  }
}

export function install(config: Config): typeof control {
  const say = takeBinding("__squall_say");
  settings.trace = config.trace;
  Object.assign(limits, config.limits);
  installDisguise();
  installClock(config.epoch);
  installRandom(config.seed);
  installTasks();
  installRequests(say);
  installListeners();
  installMessages();
  installStreams(config.live);
  installWatch();
  countHiddenWork();
  return control;
}

export default install(__squall_config);
