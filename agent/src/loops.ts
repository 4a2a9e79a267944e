// Loops: chains of tasks that were cut because they have no end. Many pages draw in one what came elsewhere, so a loop
// goes on for some rounds with each step of the user and with each answer of the server. Every one of these gives it
// the same number of rounds, whether it is still under way then or not: so the order in which they come makes no
// difference to how far a loop has come in the end. A loop that asks the server again and again does not go on: its
// answers would be taken for those of the step.
import { events, ROOT, type EventId } from "./trace.ts";

// Of a chain, for a step or an answer to one; an answer of loading, of which there are many, gets a round.
const kPart = 5;
const kPoll = 2; // rounds that ask the server, after which a loop is taken to do nothing else
const kDeepest = 2; // tasks on the way to a request that is no loop's: the user was given a moment to go on
const kTasks = new Set(["timeout", "interval", "frame", "idle"]);
const kAnswers = new Set(["fetch", "xhr", "script", "script-load", "web-socket", "event-source"]);

const again = new Set<EventId>(); // those with which a loop has gone on
export const goesOn = (event: EventId): void => void again.add(event);

// Whether it comes from a loop that has gone on, by whatever way.
export function isOfLoop(event: EventId): boolean {
  for (let at = event; at !== ROOT; at = events[at].cause) if (again.has(at)) return true;
  return false;
}

// How many tasks it took to come here.
function depthOf(event: EventId): number {
  let depth = 0;
  for (let at = event; at !== ROOT; at = events[at].cause) if (kTasks.has(events[at].kind)) ++depth;
  return depth;
}

const asking = new Set<EventId>(); // tasks that sent a request, or led to one

// `request` is the event that handles its response.
export function noteRequest(request: EventId): void {
  let at = events[request].cause;
  while (at !== ROOT && !kTasks.has(events[at].kind)) at = events[at].cause;
  if (at !== ROOT) asking.add(at);
}

const delayOf = (detail: string): string => detail.replace(/ ?again$/, "");

// Whether the tasks before this one in its loop asked the server again and again.
export function isPoll(event: EventId): boolean {
  const { kind, detail } = events[event];
  let rounds = 0;
  for (let at = events[event].cause; at !== ROOT; at = events[at].cause) {
    const isSame = events[at].kind === kind && delayOf(events[at].detail) === delayOf(detail);
    if (isSame && asking.has(at) && ++rounds === kPoll) return true;
  }
  return false;
}

// What lets loops go on, and how far.
export interface Push {
  cause: EventId;
  ofLoading: number; // answers
  others: number; // answers and steps
}

// The rounds of a loop that goes on, where `limit` is how long a chain can be. With a spare round, what depends on the
// number of rounds alone is seen to differ.
export const roundsOf = (limit: number, spare: number, push: Push): number =>
  push.ofLoading + (Math.ceil(limit / kPart) + spare) * push.others;

let seen = 0; // events that had run when we last looked

// The answers that have come since this was last asked. What a loop asked for does not count, or two of them would keep
// each other going.
export function answers(): Push | null {
  const push: Push = { cause: ROOT, ofLoading: 0, others: 0 };
  const from = seen;
  let last = -1;
  for (let id = 0; id < events.length; ++id) {
    const event = events[id];
    if (event.run < from) continue;
    seen = Math.max(seen, event.run + 1);
    if (!kAnswers.has(event.kind) || event.detail === "inline") continue;
    if (isOfLoop(id) || depthOf(id) > kDeepest) continue;
    if (event.step < 0) ++push.ofLoading;
    else ++push.others;
    if (event.run > last) push.cause = id;
    last = Math.max(last, event.run);
  }
  return last < 0 ? null : push;
}
