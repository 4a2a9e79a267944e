// The lab aims at an element, and moves the mouse there and presses in one go. What the mouse brings about on its way
// (a menu opens, the element steps aside) would get the press instead: such a press is kept from the page, and the
// lab aims again.
import { global, listen, uncurry } from "./native.ts";
import { missedFor, whyDisabled, type Need } from "./visible.ts";

const kPress = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "contextmenu", "dblclick"];

const stop = uncurry(Event.prototype.stopImmediatePropagation);
const prevent = uncurry(Event.prototype.preventDefault);
const pathOf = uncurry(Event.prototype.composedPath);

let target: Element | null = null;
let need: Need = "click";
let isAstray = false; // the press that is under way

export function aim(element: Element, how: Need): void {
  target = element;
  need = how;
  isAstray = false;
}

// Whether the press has come, and to its element.
export function shot(): boolean {
  const isHit = target === null && !isAstray;
  target = null;
  isAstray = false;
  return isHit;
}

function judge(event: Event): void {
  if (!event.isTrusted) return;
  if (target && event.type === "pointerdown") {
    isAstray = (whyDisabled(target, need) ?? missedFor(target, pathOf(event)[0] as Element)) !== null;
    target = null;
  }
  if (!isAstray) return;
  prevent(event);
  stop(event);
}

export function installAim(): void {
  for (const type of kPress) listen(global, type, judge, { capture: true });
}
