// navigator.locks: a lock that is free is granted by another process. A request for it counts as pending until then;
// one that waits for a lock which somebody holds does not, until that is released.
import { apply, then } from "./native.ts";
import { wrapMethod } from "./disguise.ts";
import { begin, fork } from "./trace.ts";
import { countPending } from "./requests.ts";

interface Claim {
  isShared: boolean;
  done: (() => void) | null; // of the count; null before it is this one's turn
}
interface Lock {
  held: Claim[];
  waiting: Claim[]; // in order
}
const locks = new Map<string, Lock>();
const kPatience = 1000; // ms: a worker, or a frame of which we know nothing, may hold it

// Those whose turn it is: https://w3c.github.io/web-locks/#algorithm-process-request
function countNext(lock: Lock): void {
  const ahead = [...lock.held];
  for (const claim of lock.waiting) {
    if (ahead.some((other) => !other.isShared || !claim.isShared)) return;
    claim.done ??= countPending(kPatience);
    ahead.push(claim);
  }
}

// It has been answered, or is over.
function leave(lock: Lock, claim: Claim, isGranted: boolean): void {
  claim.done?.();
  lock.waiting = lock.waiting.filter((other) => other !== claim);
  lock.held = lock.held.filter((other) => other !== claim);
  if (isGranted) lock.held.push(claim);
  countNext(lock);
}

export function installLocks(): void {
  wrapMethod((globalThis as any).LockManager?.prototype, "request", (native, self, args) => {
    const callback = args[args.length - 1];
    if (args.length < 2 || typeof callback !== "function") return apply(native, self, args);
    const options = args.length > 2 ? args[1] : undefined;
    const event = fork("other", "lock", { how: "callback" });
    const name = String(args[0]);
    const lock = locks.get(name) ?? { held: [], waiting: [] };
    locks.set(name, lock);
    const claim: Claim = { isShared: options?.mode === "shared", done: null };
    const granted = function (this: unknown, ...rest: unknown[]): unknown {
      begin(event);
      leave(lock, claim, rest[0] !== null);
      return apply(callback, this, rest);
    };
    const promise = apply(native, self, [...args.slice(0, -1), granted]) as Promise<unknown>;
    if (options?.ifAvailable || options?.steal) claim.done = countPending(kPatience); // answered at once
    else lock.waiting.push(claim);
    countNext(lock);
    const end = (): void => leave(lock, claim, false);
    void then(promise, end, end);
    return promise;
  });
}
