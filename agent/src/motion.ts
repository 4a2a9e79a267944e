// Animations and transitions run on the browser's clock, not on ours. So each is stopped at its beginning as soon as it
// is seen, and ended when the schedule says so (those that have an end).
import { addListener, apply, getter, global, runAsTask } from "./native.ts";
import { wrapGetter, wrapMethod } from "./disguise.ts";
import { begin, currentEvent, fork, lastBegun, type EventId } from "./trace.ts";

const allAnimations = Document.prototype.getAnimations;
const stateOf = getter<AnimationPlayState>(Animation.prototype, "playState");
const parentOf = getter<Node | null>(Node.prototype, "parentNode");
const stopped = new Map<Animation, EventId>(); // with the event that started it
const starters = new WeakMap<object, EventId>();
const creators = new WeakMap<Animation, EventId>(); // of those that a script made
const mutators = new WeakMap<object, EventId>(); // the last event that changed an element

export const noteMutator = (element: object, event: EventId): void => void mutators.set(element, event);

function mutatorOf(target: Node | null | undefined): EventId {
  for (let at = target ?? null; at; at = parentOf(at)) {
    const event = mutators.get(at);
    if (event !== undefined) return event;
  }
  return lastBegun();
}

// The event that started what moves on this element.
export const starterOf = (target: object): EventId => starters.get(target) ?? lastBegun();

const targetOf = (animation: Animation): Element | null | undefined =>
  (animation.effect as KeyframeEffect | null)?.target;
const endOf = (animation: Animation): number => Number(animation.effect?.getComputedTiming().endTime ?? 0);

const isStyled = (animation: Animation): boolean =>
  animation instanceof CSSTransition || animation instanceof CSSAnimation;

function stop(animation: Animation): void {
  animation.pause();
  animation.currentTime = 0;
  if (!Number.isFinite(endOf(animation))) return;
  const target = targetOf(animation);
  const starter = creators.get(animation) ?? mutatorOf(target);
  if (target && isStyled(animation)) starters.set(target, starter);
  stopped.set(animation, starter);
}

export function stopMoving(): void {
  for (const animation of allAnimations.call(global.document)) {
    if (stateOf(animation) !== "running") continue;
    try {
      stop(animation);
    } catch {
      // An animation without a timeline stays as it is.
    }
  }
}

// Whether something has begun to move since the lab was told of what moves.
export const beganToMove = (): boolean =>
  allAnimations.call(global.document).some(
    (animation) => stateOf(animation) === "running" && Number.isFinite(endOf(animation)),
  );

// How long the shortest of the stopped animations would still take, in ms; -1 when there is none.
export function stillMoving(): number {
  let shortest = -1;
  for (const animation of stopped.keys()) {
    if (stateOf(animation) !== "paused") stopped.delete(animation);
    else if (shortest < 0 || endOf(animation) < shortest) shortest = endOf(animation);
  }
  return shortest;
}

// Ends the shortest, each in a task of its own. Transitions and animations of CSS announce their end by events; for
// those of scripts a promise may be all.
export function finishMoving(): void {
  const shortest = stillMoving();
  for (const [animation, starter] of [...stopped]) {
    if (endOf(animation) > shortest) continue;
    stopped.delete(animation);
    const event = isStyled(animation) ? null : fork("animation", "finish", { cause: starter, how: "animation" });
    if (event !== null) addListener(animation, "finish", () => begin(event), { once: true });
    runAsTask(() => {
      if (event !== null) begin(event);
      animation.finish();
    });
  }
}

// Ends what has an end, leaves the rest at its beginning.
export function endMoving(): void {
  stopMoving();
  for (const animation of stopped.keys()) animation.finish();
}

// An animation that a script starts is stopped as soon as the script is done, and still seems to run.
export function installMotion(): void {
  wrapMethod(Element.prototype, "animate", (native, self, args) => {
    const animation = apply(native, self, args) as Animation;
    creators.set(animation, currentEvent());
    runAsTask(stopMoving);
    return animation;
  });
  wrapGetter(Animation.prototype, "playState", (native, self) =>
    stopped.has(self) ? "running" : apply(native, self, []),
  );
}
