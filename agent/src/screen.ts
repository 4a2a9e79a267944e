// What the screen holds: the frame's DOM with layout and the state of its controls, in the form that
// src/lab/outcome.h describes; and the freezing of what moves before a picture is taken.
import { getter, global, uncurry } from "./native.ts";
import { locatorOf } from "./describe.ts";
import { shadowOf, styleOf } from "./dom.ts";
import { endMoving } from "./motion.ts";
import { steady } from "./steady.ts";

type Tree =
  | string
  | {
      t: string;
      a?: Record<string, string>;
      r?: number[];
      u?: 1 | 2;
      v?: string;
      k?: boolean;
      s?: number[];
      o?: number[];
      c?: Tree[];
    };

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

const isShown = uncurry(Element.prototype.checkVisibility);

// 2: neither drawn nor told to anybody (no display, not visible); 1: not drawn (transparent, beyond the edge where the
// page begins, in a box that shows nothing of what is in it); 0: drawn, as far as this element can tell.
function unseen(element: Element, rect: DOMRect): 0 | 1 | 2 {
  if (rect.width === 0 && rect.height === 0) return styleOf(element).display === "none" ? 2 : 0;
  if (!isShown(element, { opacityProperty: true, visibilityProperty: true }))
    return styleOf(element).visibility === "visible" ? 1 : 2;
  if (rect.right + global.scrollX <= 0 || rect.bottom + global.scrollY <= 0) return 1;
  return (rect.width <= 1 || rect.height <= 1) && styleOf(element).overflow !== "visible" ? 1 : 0;
}

const quarter = (x: number): number => Math.round(x * 4) / 4;

function describeElement(element: Element): Tree {
  const tag = localName(element);
  const node: Exclude<Tree, string> = { t: tag };
  const names = attributesOf(element);
  if (names.length > 0) {
    node.a = {};
    for (const name of names.length > 1 ? names.sort() : names) node.a[name] = steady(attribute(element, name) ?? "");
  }
  const rect = rectOf(element);
  if (rect.width !== 0 || rect.height !== 0)
    node.r = [quarter(rect.x), quarter(rect.y), quarter(rect.width), quarter(rect.height)];
  const hidden = unseen(element, rect);
  if (hidden !== 0) node.u = hidden;
  if (element instanceof HTMLInputElement) {
    if (element.type === "checkbox" || element.type === "radio") node.k = inputChecked(element);
    else node.v = steady(inputValue(element));
  } else if (element instanceof HTMLTextAreaElement) {
    node.v = steady(areaValue(element));
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
    else if (type === 3 || type === 4) out.push(steady(nodeValue(child) ?? ""));
  }
  return out;
}

function storageOf(name: "localStorage" | "sessionStorage"): Record<string, string> {
  const out: Record<string, string> = {};
  try {
    const storage = global[name];
    for (const key of Object.keys(storage).sort()) out[key] = steady(storage.getItem(key) ?? "");
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
      url: steady(global.location.href),
      scroll: [quarter(global.scrollX), quarter(global.scrollY)],
      focus: focused && focused !== document.body && focused !== document.documentElement ? locatorOf(focused) : "",
      root: document.documentElement ? describeElement(document.documentElement) : "",
    },
    origin: global.origin,
    local: storageOf("localStorage"),
    session: storageOf("sessionStorage"),
  };
}

// Ends what has an end, leaves the rest at its beginning, hides the caret.
export function freeze(): void {
  endMoving();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":focus { caret-color: transparent !important; }");
  global.document.adoptedStyleSheets = [...global.document.adoptedStyleSheets, sheet];
}
