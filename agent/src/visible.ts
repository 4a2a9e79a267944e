// Whether a person could use an element, and if not, why: hidden, out of reach, disabled, or covered by another.
import {
  clientSizeOf, controlOf, createRange, documentElementOf, elementAt, flatAncestors, hasAttribute, holds, inputTypeOf,
  isConnected, isElement, isText, labelsOf, matches, ownerDocumentOf, queryAll, rangeRectsOf, rectOf, rectsOf,
  scrollSizeOf, selectNode, shortName, styleOf, tagOf, viewOf,
} from "./dom.ts";
import { flatChildren } from "./accessible.ts";

const isTransparent = (element: Element): boolean =>
  Number(styleOf(element).opacity) === 0 || /\bopacity\(0(\.0+)?%?\)/.test(styleOf(element).filter);

export interface Point { x: number; y: number }
export type Need = "click" | "type" | "hover" | "exists";

interface Box { left: number; top: number; right: number; bottom: number }

// A reason such as "covered by div.overlay", or null when a person could use the element as it stands. `point` is in
// the frame's viewport; without it, the places where a person would aim are tried. Nothing is scrolled: an element that
// can be scrolled into view counts as usable.
export function whyNotUsable(element: Element, point?: Point, need: Need = "click"): string | null {
  const why = whyHidden(element) ?? whyDisabled(element, need) ?? whyOutOfReach(element) ??
    (point || isInView(element) ? whyMissed(element, point ?? aimAt(element)) : null);
  const label = why && !point && !whyDisabled(element, need) ? standInFor(element) : null;
  return label ? whyNotUsable(label, undefined, need) : why;
}

// Check boxes and file fields that a page hides, or draws nowhere, are used through their label.
export function standInFor(element: Element): Element | null {
  if (!isLabelled(element)) return null;
  return labelsOf(element).find((label) => label !== element && !whyHidden(label) && !whyOutOfReach(label)) ?? null;
}

const isLabelled = (element: Element): boolean =>
  tagOf(element) === "input" && /^(checkbox|radio|file)$/.test(inputTypeOf(element));

export function whyHidden(element: Element): string | null {
  if (!isConnected(element)) return "hidden: not in the page";
  const ancestors = flatAncestors(element);
  const of = (at: Element): string => (at === element ? "" : ` of ${shortName(at)}`);
  for (const at of ancestors) {
    if (styleOf(at).display === "none") return `hidden: display${of(at)} is none`;
  }
  const { visibility } = styleOf(element);
  if (visibility !== "visible") return `hidden: visibility is ${visibility}`;
  for (const at of ancestors) {
    if (isTransparent(at) && !hasVisibleLabel(element)) return `hidden: opacity${of(at)} is 0`;
  }
  return boxesOf(element).length === 0 ? "hidden: size is 0" : null;
}

// Check boxes and file fields are often made transparent under a label that a person sees and hits.
function hasVisibleLabel(element: Element): boolean {
  if (!isLabelled(element)) return false;
  return labelsOf(element).some((label) =>
    rectOf(label).width > 0 && flatAncestors(label).every((at) => !isTransparent(at)));
}

export function whyDisabled(element: Element, need: Need = "click"): string | null {
  const ancestors = flatAncestors(element);
  const inert = ancestors.find((at) => hasAttribute(at, "inert"));
  if (inert) return inert === element ? "inert" : `inert: within ${shortName(inert)}`;
  const modal = queryAll(ownerDocumentOf(element)!, "dialog:modal").pop();
  if (modal && !ancestors.some((at) => matches(at, "dialog:modal"))) return `inert: behind ${shortName(modal)}`;
  const isOff = (at: Element): boolean => matches(at, ":disabled") && (at === element || tagOf(at) === "button");
  if (need !== "hover" && ancestors.some(isOff)) return "disabled";
  if (need === "type" && matches(element, ":is(input, textarea)[readonly]:read-only")) return "read-only";
  return styleOf(element).pointerEvents === "none" && need !== "type" ? "pointer-events none" : null;
}

// The boxes that the element, or what it holds when it has no box of its own, takes up in the viewport.
export function boxesOf(element: Element): DOMRect[] {
  const own = [...rectsOf(element)].filter((rect) => rect.width > 0 && rect.height > 0);
  if (own.length > 0) return own;
  const style = styleOf(element);
  const isBoxless = style.display === "contents" || style.overflowX === "visible";
  if (!isBoxless || tagOf(element) === "option") return [];
  for (const child of flatChildren(element)) {
    const boxes = isElement(child) ? visibleBoxesOf(child) : isText(child) ? textBoxesOf(child) : [];
    if (boxes.length > 0) return boxes;
  }
  return [];
}

const visibleBoxesOf = (element: Element): DOMRect[] => {
  const style = styleOf(element);
  return style.display === "none" || style.visibility !== "visible" ? [] : boxesOf(element);
};

function textBoxesOf(text: Node): DOMRect[] {
  const range = createRange(ownerDocumentOf(text)!);
  selectNode(range, text);
  return [...rangeRectsOf(range)].filter((rect) => rect.width > 0 && rect.height > 0);
}

const middle = (box: Box): Point => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });

// Where a person would aim: the middle of the first box.
export function aimAt(element: Element): Point {
  return middle(boxesOf(element)[0] ?? rectOf(element));
}

// Other places to aim at when something covers the middle: the other boxes, and the quarters of the first.
export function otherAims(element: Element): Point[] {
  const [first, ...rest] = boxesOf(element);
  if (!first) return [];
  const quarters = [[1, 1], [3, 1], [1, 3], [3, 3]].map(([across, down]) => ({
    x: first.left + (first.width * across) / 4, y: first.top + (first.height * down) / 4 }));
  return [...rest.map(middle), ...quarters];
}

// What a click at the point would miss the element for; null when it would reach it.
export function whyMissed(element: Element, point: Point): string | null {
  const hit = elementAt(ownerDocumentOf(element)!, point.x, point.y);
  return hit ? missedFor(element, hit) : "outside: not in the viewport";
}

// What a click that reaches `hit` has missed the element for; null when it has not.
export function missedFor(element: Element, hit: Element): string | null {
  if (holds(element, hit)) return null;
  const label = flatAncestors(hit).find((at) => tagOf(at) === "label");
  if (label && (controlOf(label) === element || holds(label, element))) return null;
  if (tagOf(element) === "label" && controlOf(element) === hit) return null;
  return `covered by ${shortName(hit)}`;
}

const isWithin = (point: Point, box: Box): boolean =>
  point.x >= box.left && point.x < box.right && point.y >= box.top && point.y < box.bottom;

function viewportOf(element: Element): Box {
  const root = documentElementOf(ownerDocumentOf(element)!)!;
  const { innerWidth, innerHeight } = viewOf(ownerDocumentOf(element)!)!;
  return { left: 0, top: 0, right: Math.min(innerWidth, clientSizeOf[0](root) || innerWidth), bottom: innerHeight };
}

const clips = (style: CSSStyleDeclaration): boolean => style.overflowX !== "visible" || style.overflowY !== "visible";

// The ancestors whose overflow cuts the element off, innermost first. What is positioned absolutely escapes from
// those that are not positioned, what is fixed from all of them.
function* clippers(element: Element): Generator<Element> {
  let position = styleOf(element).position;
  for (const at of flatAncestors(element).slice(1)) {
    const tag = tagOf(at);
    if (tag === "html" || tag === "body") return;
    const style = styleOf(at);
    const holdsFixed = style.transform !== "none" || style.filter !== "none" || style.contain.includes("paint");
    if (position === "fixed" && !holdsFixed) continue;
    if (position === "absolute" && style.position === "static" && !holdsFixed) continue;
    if (clips(style)) yield at;
    position = style.position;
  }
}

// Whether the place to aim at is on the screen now, apart from what may cover it.
export function isInView(element: Element, point: Point = aimAt(element)): boolean {
  if (!isWithin(point, viewportOf(element))) return false;
  for (const at of clippers(element)) {
    if (!isWithin(point, rectOf(at))) return false;
  }
  return true;
}

const meets = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const scrolls = (overflow: string): boolean => overflow === "auto" || overflow === "scroll";

// Why no scrolling that a person can do would show the element: cut off by a box that does not scroll, or beyond the
// edge where the page begins.
export function whyOutOfReach(element: Element): string | null {
  let box: Box = boxesOf(element)[0] ?? rectOf(element);
  for (const at of clippers(element)) {
    const frame = rectOf(at);
    const style = styleOf(at);
    const overflows = (axis: 0 | 1): boolean => scrollSizeOf[axis](at) > clientSizeOf[axis](at);
    if ((scrolls(style.overflowX) && overflows(0)) || (scrolls(style.overflowY) && overflows(1))) box = frame;
    else if (!meets(box, frame)) return `outside: cut off by ${shortName(at)}`;
  }
  const isFixed = flatAncestors(element).some((at) => styleOf(at).position === "fixed");
  if (isFixed) return meets(box, viewportOf(element)) ? null : "outside: fixed beyond the edge of the viewport";
  const view = viewOf(ownerDocumentOf(element)!)!;
  if (box.right + view.scrollX <= 0 || box.bottom + view.scrollY <= 0) return "outside: beyond the edge of the page";
  return whyPageStays(element, box);
}

function whyPageStays(element: Element, box: Box): string | null {
  const root = documentElementOf(ownerDocumentOf(element)!)!;
  const { overflowX, overflowY } = styleOf(root);
  const viewport = viewportOf(element);
  const beyondX = box.left >= viewport.right || box.right <= 0;
  const beyondY = box.top >= viewport.bottom || box.bottom <= 0;
  const stuck = (beyondX && /hidden|clip/.test(overflowX)) || (beyondY && /hidden|clip/.test(overflowY));
  return stuck ? "outside: the page does not scroll" : null;
}
