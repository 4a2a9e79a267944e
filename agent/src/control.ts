// What the lab can ask of the agent. Every act ends in `settle`: the answer comes when the page has nothing left to do
// by itself, and says what could happen next.
import { kVersion, type Agent, type Answer, type Ran, type Selectors, type Spot, type Status } from "./contract.ts";
import { getter, global, NativePromise, postTask, readyStateOf, runAsTask } from "./native.ts";
import { advanceTo, now } from "./clock.ts";
import { beginTurn, events, exportTrace, hooks, stepEvents, type Arrival } from "./trace.ts";
import { cuts, listTasks, nextTask, push, runTask, tellRun } from "./tasks.ts";
import { answers } from "./loops.ts";
import { pending, sent } from "./requests.ts";
import { deliver, listStreams, streamsChanged, type Delivery } from "./streams.ts";
import { beginStep, handlers } from "./listeners.ts";
import { posted } from "./messages.ts";
import { isObserved } from "./observers.ts";
import { parsing } from "./parser.ts";
import { announceModules } from "./elements.ts";
import { finishOperations } from "./tree.ts";
import { beganToMove, finishMoving, stillMoving, stopMoving } from "./motion.ts";
import { freeze, screen } from "./screen.ts";
import { rectOf } from "./dom.ts";
import { locate, type LocateOptions } from "./locate.ts";
import { aim, shot } from "./aim.ts";
import { suggest } from "./suggest.ts";
import { fields } from "./fields.ts";
import { frame, isDrawn } from "./frames.ts";
import { endTries, setOnly, triedHandlers, tryHandlers } from "./eager.ts";
import { probedFields, probeFields } from "./probe.ts";
import { survey } from "./survey.ts";
import { watchWriters } from "./writers.ts";

const framesIn = getter<number>(global, "length");
const idle = (): Promise<void> => postTask(() => {}, { priority: "background" });
const asTask = (job: () => void): Promise<void> => new NativePromise((done) => runAsTask(() => {
  runAsTask(done);
  job();
}));

// Whether the browser will take the focus away at the next frame, because its element cannot have it any more.
function losesFocus(): boolean {
  const active = global.document.activeElement;
  if (!(active instanceof HTMLElement) || active === global.document.body) return false;
  return active.matches(":disabled") || !active.checkVisibility();
}

// Waits until nothing runs, nothing that we count is pending, and a look finds what the look before it found.
async function quiet(): Promise<void> {
  for (;;) {
    const before = events.length + posted.count;
    await idle();
    if (isObserved() || losesFocus()) {
      await frame();
      await idle(); // observers are called after the frame
    }
    if (pending.count === 0 && before === events.length + posted.count) return;
  }
}

// What is done to the page whenever it is at rest: nothing, unless an experiment is about impatience.
export interface Eager { fields: boolean; handlers: boolean; only: string }
let eager: Eager | null = null;
export function setEager(wanted: Eager): void {
  eager = wanted;
  setOnly(wanted.only);
}

async function atRest(): Promise<void> {
  if (eager?.fields) probeFields();
  if (!eager?.handlers || !tryHandlers()) return;
  await quiet();
  endTries();
}

async function settle(): Promise<Status> {
  await quiet();
  if (eager) await atRest();
  hooks.beforeNext();
  finishOperations();
  announceModules();
  stopMoving();
  const came = answers();
  if (came) push(came);
  return {
    time: now(),
    ready: readyStateOf(global.document),
    tasks: listTasks(),
    sent: sent.splice(0),
    streams: listStreams(),
    moving: stillMoving(),
    seen: events.length + posted.count,
    parsing: parsing(),
    cuts: cuts.splice(0),
  };
}

const stringify = JSON.stringify;

export const control = {
  version: kVersion,
  settle,
  isDrawn,
  // `script`: whose response comes within this turn, when no script of the page has announced it.
  turn(turn: number, time: number, script: Arrival | null = null): void {
    beginTurn(turn, script);
    advanceTo(time);
  },
  // Step `index` of the run is about to be performed with real input, in this frame if `here`.
  step(index: number, turn: number, time: number, here: boolean): void {
    beginTurn(turn);
    advanceTo(time);
    watchWriters();
    beginStep(index, here);
    push({ cause: stepEvents[index], ofLoading: 0, others: 1 });
  },
  async run(id: number, turn: number): Promise<Status> {
    beginTurn(turn);
    await new NativePromise<void>((done) => {
      if (!runTask(id, done)) done();
    });
    return settle();
  },
  // Runs tasks in the order of their time, up to `before`, until one of them does something that could come between, so
  // that the scheduler must know of it: a request, a message, a frame, an animation.
  async drain(before: number, turn: number, most: number): Promise<{ ran: Ran[]; status: Status }> {
    const ran: Ran[] = [];
    const frames = framesIn(global);
    for (let task = nextTask(before); task && ran.length < most; task = nextTask(before)) {
      const seen = events.length + posted.count;
      beginTurn(turn + ran.length);
      ran.push(tellRun(task));
      const { id } = task;
      await new NativePromise<void>((done) => void runTask(id, done));
      if (pending.count > 0 || isObserved() || posted.count + events.length > seen) await quiet();
      if (eager) await atRest();
      if (sent.length > 0 || streamsChanged() || framesIn(global) !== frames || beganToMove()) break;
    }
    return { ran, status: await settle() };
  },
  async deliver(id: number, delivery: Delivery, turn: number): Promise<Status> {
    beginTurn(turn);
    await asTask(() => deliver(id, delivery));
    return settle();
  },
  // Ends the animations that are under way, so that their events come.
  async finish(turn: number): Promise<Status> {
    beginTurn(turn);
    finishMoving();
    await asTask(() => {});
    await frame();
    return settle();
  },
  locate(alternatives: Selectors, options: LocateOptions): Answer<Spot> {
    const found = locate(global.document, alternatives, options);
    if (!found.ok) return found;
    const element = found.element as Element & { type?: string };
    if (options.aim) aim(element, options.need);
    const { x: left, y: top, width, height } = rectOf(element);
    return {
      ok: true, x: found.x, y: found.y, box: { left, top, width, height },
      tag: element.tagName.toLowerCase(), type: element.type ?? "",
      focused: (element.getRootNode() as Document | ShadowRoot).activeElement === element,
    };
  },
  shot,
  ...fields,
  discover: () => suggest(handlers()),
  // What impatience brought to light, and what a user can do in the end.
  eagerness: () => ({ fields: probedFields(), handlers: triedHandlers(), steps: survey() }),
  freeze,
  // As text: the protocol cuts values that are deeper than a document may be.
  screen: (path: string): string => stringify(screen(path)),
  trace: exportTrace,
} satisfies Agent;
