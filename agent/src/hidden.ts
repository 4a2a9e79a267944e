// Work that the browser does elsewhere and that ends in a callback or a promise: files, cryptography, caches, its own
// scheduler. It counts as pending until then, and its end is an event.
import { addListener, apply, NativePromise, removeListener, then } from "./native.ts";
import { wrapMethod } from "./disguise.ts";
import { begin, fork, lastBegun, type EventId } from "./trace.ts";
import { follow, pending } from "./requests.ts";
import { add } from "./tasks.ts";
import { now } from "./clock.ts";

function installPromises(): void {
  const any = globalThis as any;
  const promising: Array<[any, string[]]> = [
    [any.Blob?.prototype, ["text", "arrayBuffer", "bytes"]],
    [any.SubtleCrypto?.prototype, [
      "digest", "encrypt", "decrypt", "sign", "verify", "importKey", "exportKey", "generateKey", "deriveBits", "deriveKey",
      "wrapKey", "unwrapKey"]],
    [any, ["createImageBitmap"]],
    [any.CacheStorage?.prototype, ["open", "match", "has", "delete", "keys"]],
    [any.Cache?.prototype, ["match", "matchAll", "put", "delete", "keys"]],
    [any.FontFaceSet?.prototype, ["load"]],
    [any.Scheduler?.prototype, ["yield"]],
  ];
  for (const [owner, names] of promising) {
    for (const name of names) {
      wrapMethod(owner, name, (native, self, args) => {
        const promise = apply(native, self, args);
        return follow(promise, fork("other", name, { how: "callback" }));
      });
    }
  }
}

function installFiles(): void {
  const types = ["loadstart", "progress", "load", "error", "abort"];
  for (const name of ["readAsText", "readAsDataURL", "readAsArrayBuffer", "readAsBinaryString"]) {
    wrapMethod(globalThis.FileReader?.prototype, name, (native, self, args) => {
      const result = apply(native, self, args);
      const event = fork("other", name, { how: "callback" });
      ++pending.count;
      const start = (): void => begin(event);
      for (const type of types) addListener(self, type, start);
      addListener(self, "loadend", () => {
        begin(event);
        --pending.count;
        for (const type of types) removeListener(self, type, start);
      }, { once: true });
      return result;
    });
  }
}

// scheduler.postTask: without a delay the browser runs it soon; with one it is a timer. A signal that fires after a
// while follows the page's clock as well.
function installScheduler(): void {
  wrapMethod((globalThis as any).Scheduler?.prototype, "postTask", (native, self, args) => {
    const [callback, options] = args;
    if (typeof callback !== "function") return apply(native, self, args);
    // Pending until it starts, or is aborted before: its promise may wait for anything.
    const run = (event: EventId): Promise<unknown> => {
      let isPending = true;
      ++pending.count;
      const start = (): void => {
        if (isPending) --pending.count;
        isPending = false;
      };
      const job = function (this: unknown, ...rest: unknown[]): unknown {
        start();
        begin(event);
        return apply(callback, this, rest);
      };
      const promise = apply(native, self, [job, { ...options, delay: 0 }]) as Promise<unknown>;
      void then(promise, start, start);
      return follow(promise, event, false);
    };
    const delay = Math.max(0, Number(options?.delay ?? 0)) || 0;
    if (delay === 0) return run(fork("other", "postTask", { how: "callback" }));
    return new NativePromise((resolve, reject) => {
      add("timeout", Math.round(delay), now() + delay, () => void then(run(lastBegun()), resolve, reject));
    });
  });
  wrapMethod(AbortSignal, "timeout", (native, self, args) => {
    apply(native, self, args); // throws what the browser throws
    const controller = new AbortController();
    const delay = Math.floor(Number(args[0]));
    add("timeout", delay, now() + delay, () => controller.abort(new DOMException("signal timed out", "TimeoutError")));
    return controller.signal;
  });
}

export function installHidden(): void {
  installPromises();
  // An image decodes when it is there, which the lab decides.
  wrapMethod(HTMLImageElement.prototype, "decode", (native, self, args) =>
    follow(apply(native, self, args) as Promise<void>, fork("other", "decode", { how: "callback" }), self.complete));
  installFiles();
  installScheduler();
}
