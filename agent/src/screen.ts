// What the screen holds: the frame's DOM with layout and the state of its controls, in the form that
// src/lab/outcome.h describes; and the freezing of what moves before a picture is taken.
import { getter, global, uncurry } from "./native.ts";
import { locatorOf } from "./describe.ts";
import { shadowOf } from "./watch.ts";

type Tree = string | { t: string; a?: Record<string, string>; r?: number[]; v?: string; k?: boolean; s?: number[]; o?: number[]; c?: Tree[] };

const rectOf = uncurry(Element.prototype.getBoundingClientRect);
const attributesOf = uncurry(Element.prototype.getAttributeNames);
const attribute = uncurry(Element.prototype.getAttribute);
const firstChild = getter<Node | null>(Node.prototype, "firstChild");
const nextSibling = getter<Node | null>(Node.prototype, "nextSibling");
const nodeType = getter<number>(Node.prototype, "nodeType");
const nodeValue = getter<string | null>(Node.prototype, "nodeValue");
const localName = getter<string>(Element.prototype, "localName");
const scrollTop = getter<number>(Element.prototype, "scrollTop");
const scrollLeft = getter<number>(Element.prototype, "scrollLeft");
const inputValue = getter<string>(HTMLInputElement.prototype, "value");
const inputChecked = getter<boolean>(HTMLInputElement.prototype, "checked");
const areaValue = getter<string>(HTMLTextAreaElement.prototype, "value");

const quarter = (x: number): number => Math.round(x * 4) / 4;

function describeElement(element: Element): Tree {
  const tag = localName(element);
  const node: Exclude<Tree, string> = { t: tag };
  const names = attributesOf(element);
  if (names.length > 0) {
    node.a = {};
    for (const name of names.length > 1 ? names.sort() : names) node.a[name] = attribute(element, name) ?? "";
  }
  const rect = rectOf(element);
  if (rect.width !== 0 || rect.height !== 0) node.r = [quarter(rect.x), quarter(rect.y), quarter(rect.width), quarter(rect.height)];
  if (element instanceof HTMLInputElement) {
    if (element.type === "checkbox" || element.type === "radio") node.k = inputChecked(element);
    else node.v = inputValue(element);
  } else if (element instanceof HTMLTextAreaElement) {
    node.v = areaValue(element);
  } else if (element instanceof HTMLSelectElement) {
    node.s = Array.from(element.selectedOptions, (option) => option.index);
  }
  if (node.r) {
    const top = scrollTop(element);
    const left = scrollLeft(element);
    if (top !== 0 || left !== 0) node.o = [quarter(left), quarter(top)];
  }
  const children: Tree[] = [];
  const shadow = shadowOf(element);
  if (shadow) children.push({ t: "#shadow", c: describeChildren(shadow) });
  for (const child of describeChildren(element)) children.push(child);
  if (children.length > 0) node.c = children;
  return node;
}

function describeChildren(parent: Node): Tree[] {
  const out: Tree[] = [];
  for (let child = firstChild(parent); child; child = nextSibling(child)) {
    const type = nodeType(child);
    if (type === 1) out.push(describeElement(child as Element));
    else if (type === 3 || type === 4) out.push(nodeValue(child) ?? "");
  }
  return out;
}

function storageOf(name: "localStorage" | "sessionStorage"): Record<string, string> {
  const out: Record<string, string> = {};
  try {
    const storage = global[name];
    for (const key of Object.keys(storage).sort()) out[key] = storage.getItem(key) ?? "";
  } catch {
    // A frame without an origin has no storage.
  }
  return out;
}

export function screen(path: string): unknown {
  const document = global.document;
  const focused = document.activeElement;
  return {
    frame: {
      path,
      url: global.location.href,
      scroll: [quarter(global.scrollX), quarter(global.scrollY)],
      focus: focused && focused !== document.body && focused !== document.documentElement ? locatorOf(focused) : "",
      root: document.documentElement ? describeElement(document.documentElement) : "",
    },
    origin: global.origin,
    local: storageOf("localStorage"),
    session: storageOf("sessionStorage"),
  };
}

const allAnimations = Document.prototype.getAnimations;

const isFinite = (animation: Animation): boolean => {
  const end = animation.effect?.getComputedTiming().endTime;
  return typeof end === "number" && Number.isFinite(end);
};

// Animations run on the browser's clock, not on ours. So each is stopped at its beginning as soon as it is seen, and
// ended when the schedule says so (those that have an end).
const stopped = new Set<Animation>();

export function stopMoving(): void {
  for (const animation of allAnimations.call(global.document)) {
    if (animation.playState !== "running") continue;
    try {
      animation.pause();
      animation.currentTime = 0;
      if (isFinite(animation)) stopped.add(animation);
    } catch {
      // An animation without a timeline stays as it is.
    }
  }
}

// How long the shortest of the stopped animations would still take, in ms; -1 when there is none.
export function stillMoving(): number {
  let shortest = -1;
  for (const animation of stopped) {
    if (animation.playState !== "paused") stopped.delete(animation);
    else {
      const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
      if (shortest < 0 || end < shortest) shortest = end;
    }
  }
  return shortest;
}

export function finishMoving(): void {
  const shortest = stillMoving();
  for (const animation of stopped) {
    if (Number(animation.effect?.getComputedTiming().endTime ?? 0) > shortest) continue;
    stopped.delete(animation);
    animation.finish();
  }
}

// Ends what has an end, leaves the rest at its beginning, hides the caret.
export function freeze(): void {
  stopMoving();
  for (const animation of stopped) animation.finish();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, *::before, *::after { caret-color: transparent !important; }");
  global.document.adoptedStyleSheets = [...global.document.adoptedStyleSheets, sheet];
}
