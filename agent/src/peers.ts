// The agents of frames that can reach one another (same origin) know each other, so that a message or a call from one
// frame into another has a cause there. A frame's agent answers to a knock at its Function.prototype.toString, which a
// page never makes: nothing of it shows on `window`.
import { apply, global } from "./native.ts";

// What one agent tells the others. Event ids are those of its own frame.
export interface Peer {
  window: Window;
  originals: WeakMap<object, object>;
  shared: Shared;
  nameOf(id: number): string;
  stepOf(id: number): number;
  chainOf(id: number): number;
  isRunning(): boolean;
  refer(id: number): string; // "FRAME:id", as src/trace/trace.h has it
  creatorOf(frame: object): number | undefined; // the event that put this frame element where it is
  now(): number;
  // Calls a function in the name of this frame: a message names the window whose script called postMessage.
  call(native: Function, self: unknown, args: unknown[]): unknown;
}

// An event of any frame.
export interface Running {
  peer: Peer;
  id: number;
}

// What all of them have in common.
export interface Shared {
  running: Running | null; // the event that began last
  broadcasts: Array<(from: object, name: string, sender: Running) => void>;
  writers: Map<string, Running>; // who last wrote each item of the local storage
}

export const kKnock = Symbol.for("squall agent");

function peerOf(view: Window | null | undefined): Peer | null {
  try {
    const answer = apply((view as any).Function.prototype.toString, kKnock, []);
    return typeof answer === "object" ? (answer as Peer) : null;
  } catch {
    return null; // another origin, or no agent
  }
}

function nearest(): Peer | null {
  for (const view of [global.parent, global.top, global.opener as Window | null]) {
    if (view && view !== global) {
      const peer = peerOf(view);
      if (peer) return peer;
    }
  }
  return null;
}

export const host: Peer | null = nearest();
export const shared: Shared = host?.shared ?? { running: null, broadcasts: [], writers: new Map() };
export const originals: WeakMap<object, object> = host?.originals ?? new WeakMap();
// trace.ts and others fill it in.
export const me = {
  window: global,
  originals,
  shared,
  call: (native: Function, self: unknown, args: unknown[]) => apply(native as any, self, args),
} as unknown as Peer;

// The path of this frame, "0/1": the lab's, once it has told; until then the places among the frames that are there.
let told: string | null = null;
export function setPath(path: string): void {
  told = path;
}
export function path(): string {
  if (told !== null) return told;
  const places: number[] = [];
  try {
    for (let at: Window = global; at !== at.parent; at = at.parent) {
      const siblings = at.parent;
      let place = 0;
      while (place < siblings.length && (siblings as any)[place] !== at) ++place;
      places.unshift(place);
    }
  } catch {
    return "0"; // a frame of another origin is in between
  }
  return ["0", ...places].join("/");
}
