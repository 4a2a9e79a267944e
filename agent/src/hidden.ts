// Work that the browser does elsewhere and that ends in a callback or a promise: cryptography, caches, compiling, its
// own scheduler. It counts as pending until then, and its end is an event.
import { addListener, apply, global, NativePromise, then } from "./native.ts";
import { wrapMethod } from "./disguise.ts";
import { begin, fork, lastBegun, record, type EventId } from "./trace.ts";
import { countFrom, countPending, follow } from "./requests.ts";
import { ofBrowser, responseOf } from "./bodies.ts";
import { add } from "./tasks.ts";
import { now } from "./clock.ts";

const ofCache = (found: unknown): void => (Array.isArray(found) ? found : [found]).forEach(ofBrowser);

function installPromises(): void {
  const any = globalThis as any;
  const promising: Array<[any, string[]]> = [
    [any.Blob?.prototype, ["text", "arrayBuffer", "bytes"]],
    [
      any.SubtleCrypto?.prototype,
      [
        "digest", "encrypt", "decrypt", "sign", "verify", "importKey", "exportKey", "generateKey", "deriveBits",
        "deriveKey", "wrapKey", "unwrapKey",
      ],
    ],
    [any, ["createImageBitmap"]],
    [any.CacheStorage?.prototype, ["open", "match", "has", "delete", "keys"]],
    [any.Cache?.prototype, ["match", "matchAll", "put", "delete", "keys"]],
    [any.WebAssembly, ["compile", "instantiate"]],
    [any.LockManager?.prototype, ["query"]],
    [any.Permissions?.prototype, ["query"]],
    [any.StorageManager?.prototype, ["getDirectory", "estimate", "persisted"]],
    [any.OffscreenCanvas?.prototype, ["convertToBlob"]],
    [any.FontFaceSet?.prototype, ["load"]],
    [any.Scheduler?.prototype, ["yield"]],
  ];
  for (const [owner, names] of promising) {
    for (const name of names) {
      wrapMethod(owner, name, (native, self, args) => {
        const promise = apply(native, self, args);
        if (name === "match" || name === "matchAll") void then(promise, ofCache, () => {});
        return follow(promise, fork("other", name, { how: "callback" }));
      });
    }
  }
}

// Fetching is seen by all, the writing of what came by `put`: https://w3c.github.io/ServiceWorker/#cache-addAll
function installCacheFilling(): void {
  const prototype = globalThis.Cache?.prototype;
  if (!prototype) return;
  const fetch = global.fetch;
  const { put } = prototype;
  const fill = async (cache: Cache, name: string, requests: RequestInfo[]): Promise<void> => {
    const responses = await NativePromise.all(
      requests.map((request) => apply(fetch, global, [request]) as Promise<Response>),
    );
    if (responses.some((response) => !response.ok))
      throw new TypeError(`Failed to execute '${name}' on 'Cache': Request failed`);
    for (let i = 0; i < requests.length; ++i) await apply(put, cache, [requests[i], responses[i]]);
  };
  wrapMethod(prototype, "add", (native, self, args) =>
    args.length === 0 || !(self instanceof Cache) ? apply(native, self, args) : fill(self, "add", [args[0]]));
  wrapMethod(prototype, "addAll", (native, self, args) =>
    typeof args[0]?.[Symbol.iterator] !== "function" || !(self instanceof Cache)
      ? apply(native, self, args)
      : fill(self, "addAll", [...args[0]]),
  );
}

// What is compiled while it comes counts from the response on, which the lab may hold.
function installCompiling(): void {
  for (const name of ["compileStreaming", "instantiateStreaming"]) {
    wrapMethod(globalThis.WebAssembly, name, (native, self, args) => {
      const event = fork("other", name, { how: "callback" });
      const promise = apply(native, self, args) as Promise<unknown>;
      const count = countFrom(promise);
      const start = (response: unknown): void => {
        count();
        const source = response instanceof Response ? responseOf(response) : undefined;
        if (source !== undefined) record("join", { event: source, other: event });
      };
      void then(new NativePromise((resolve) => resolve(args[0])), start, () => {});
      return follow(promise, event, false);
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
      const start = countPending();
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
  // An image decodes when it is there, which the lab decides: from then on it counts.
  wrapMethod(HTMLImageElement.prototype, "decode", (native, self, args) => {
    const promise = apply(native, self, args) as Promise<void>;
    const isThere = !(self instanceof HTMLImageElement) || self.complete;
    if (!isThere) addListener(self, "load", countFrom(promise), { once: true });
    return follow(promise, fork("other", "decode", { how: "callback" }), isThere);
  });
  installCacheFilling();
  installCompiling();
  installScheduler();
}
