// fetch; bodies.ts knows the reading of its bodies.
import { apply, global, NativePromise, then } from "./native.ts";
import { wrapMethod } from "./disguise.ts";
import { installBodies, ofServer } from "./bodies.ts";
import { absolute, announce, follow, isEndless, isHeld, methodOf, sendAs } from "./requests.ts";

export function installFetch(live: boolean): void {
  wrapMethod(global, "fetch", (native, self, args) => {
    const input = args[0];
    const request = input instanceof Request ? input : null;
    if (args.length === 0) return apply(native, self, args);
    const url = absolute(request ? request.url : input);
    const cache = args[1]?.cache ?? request?.cache;
    const fresh = cache === "no-store" || cache === "reload";
    const event = announce("fetch", methodOf(args[1]?.method ?? request?.method ?? "GET"), url, "fetch", fresh);
    if (isEndless(event)) return new NativePromise(() => {});
    const promise = sendAs(event, () => apply(native, self, args) as Promise<Response>);
    void then(promise, (response) => ofServer(response, event), () => {});
    return follow(promise, event, !isHeld(url));
  });
  wrapMethod(globalThis.Navigator?.prototype, "sendBeacon", (native, self, args) => {
    const result = apply(native, self, args);
    announce("fetch", "POST", absolute(args[0]), "beacon");
    return result;
  });
  installBodies(live);
}
