// Randomness that is the same every time: mulberry32.
import { apply } from "./native.ts";
import { wrapMethod } from "./disguise.ts";

export function installRandom(seed: number): void {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  wrapMethod(Math, "random", () => next());
  if (typeof Crypto === "undefined") return;
  wrapMethod(Crypto.prototype, "getRandomValues", (native, self, args) => {
    const array = apply(native, self, args) as ArrayBufferView; // the native call checks the arguments
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; ++i) bytes[i] = next() * 256;
    return array;
  });
  wrapMethod(Crypto.prototype, "randomUUID", (native, self, args) => {
    apply(native, self, args);
    const hex = Array.from({ length: 32 }, () => Math.floor(next() * 16).toString(16));
    hex[12] = "4";
    hex[16] = "89ab"[Math.floor(next() * 4)];
    const text = hex.join("");
    return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
  });
}
