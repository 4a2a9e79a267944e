// What the lab can ask of the agent: the type of `__squall`. control.ts implements it, src/lab/agent_port.h is the
// other side, docs/agent.md tells what each call does. Whoever changes a call or an answer raises `kVersion`.
import type { Cut } from "./tasks.ts";
import type { Sent } from "./requests.ts";
import type { Delivery, ListedStream } from "./streams.ts";
import type { Parsing } from "./parser.ts";
import type { Arrival } from "./trace.ts";
import type { LocateOptions } from "./locate.ts";
import type { Suggestions } from "./suggest.ts";
import type { Point } from "./visible.ts";

export const kVersion = 3;

// Alternatives for one element, each a chain of selectors through shadow roots.
export type Selectors = string[][];

export type Answer<T = {}> = ({ ok: true } & T) | { ok: false; reason: string };

export type ListedTask = [id: number, kind: string, name: string, step: number, due: number, order: number];

// A task that ran without asking, and how what the lab would have been offered before it differs from what it was told.
export interface Ran {
  task: ListedTask;
  came: ListedTask[];
  gone: number[]; // ids
}

// Of a frame that is quiet; times are in ms.
export interface Status {
  time: number;
  ready: DocumentReadyState;
  tasks: ListedTask[];
  sent: Sent[]; // by scripts, since the status before
  streams: ListedStream[];
  moving: number; // until the first animation ends; -1 when nothing moves
  seen: number; // events and messages so far
  parsing: Parsing;
  cuts: Cut[]; // since the status before
}

export interface Spot {
  x: number;
  y: number;
  box: { left: number; top: number; width: number; height: number };
  tag: string;
  type: string; // of an input
  focused: boolean;
}

// What an element must be like to count.
export interface Wanted {
  comparison: string;
  count: number;
  visible?: boolean;
  attributes?: Record<string, string>;
  properties?: Record<string, unknown>;
}

// How to give a field a value; what else the answer holds depends on it.
export type Change = { how: "nothing" | "type" | "click" | "slide" | "keys" | "set" } & Record<string, any>;

// What is left to type, after what is there has been selected or kept.
export interface Typing {
  rest: string;
  erase: boolean;
}

export interface Agent {
  version: number;

  // Time and tasks.
  settle(): Promise<Status>;
  turn(turn: number, time: number, script?: Arrival | null): void;
  step(index: number, turn: number, time: number, here: boolean): void;
  run(id: number, turn: number): Promise<Status>;
  drain(before: number, turn: number, most: number): Promise<{ ran: Ran[]; status: Status }>;
  deliver(id: number, delivery: Delivery, turn: number): Promise<Status>;
  finish(turn: number): Promise<Status>;
  isDrawn(): boolean;

  // Steps.
  locate(selectors: Selectors, options: LocateOptions): Answer<Spot>;
  shot(): boolean;
  planChange(selectors: Selectors, value: string): Answer<Change>;
  prepareTyping(selectors: Selectors, value: string, options: { clear: boolean; extend: boolean }): Answer<Typing>;
  taken(): Answer<{ value: string | null }>; // what the field held when the last key had arrived
  held(selectors: Selectors): Answer<{ value: string }>;
  leave(selectors: Selectors): Answer;
  setValue(selectors: Selectors, value: string): Answer;
  scroll(selectors: Selectors | null, x: number, y: number): Promise<Answer>;
  drawn(): Promise<Answer>;
  placeOfFrame(index: number, x: number, y: number): Answer<Point>;
  matches(selectors: Selectors, wanted: Wanted): Answer;

  // What there is, and what has happened.
  discover(): Suggestions;
  eagerness(): { fields: unknown[]; handlers: unknown[]; steps: unknown[] };
  freeze(): void;
  screen(path: string): string;
  trace(path: string): unknown; // src/trace/trace.h
}
