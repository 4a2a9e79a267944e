// Finds the element that a step is about, brings it into view, and says where to aim, or why a person could not.
//
// Selectors are the Recorder's: CSS without a prefix, `aria/Name[role="button"]`, `text/…`, `xpath/…`, `pierce/…`. An
// alternative is a chain of them; each but the first is looked up inside the shadow root of the element before it, or
// inside that element when it has none. " >>> " within CSS does the same.
import {
  allElements, childrenOf, elementAt, flatAncestors, isElement, nodeTypeOf, ownerDocumentOf, queryAll, queryXPath,
  rectOf, scrollIntoView, shadowOf, squeeze, styleOf, viewOf,
} from "./dom.ts";
import { flatChildren, hasRole, isHiddenFromAll, isSilent, nameOf, textOf } from "./accessible.ts";
import {
  aimAt, boxesOf, isInView, otherAims, standInFor, whyDisabled, whyHidden, whyMissed, whyOutOfReach, type Need,
  type Point,
} from "./visible.ts";

interface Offsets {
  offsetX?: number;
  offsetY?: number;
}
export interface LocateOptions extends Offsets {
  need: Need;
  aim?: boolean; // a press follows at once
}
export type Located =
  | { ok: true; element: Element; x: number; y: number; by: string }
  | { ok: false; reason: string };

// Takes the first element, over the alternatives in turn, that a person can see. An element that is seen but cannot be
// used (covered, disabled) ends the search: another one with the same text would be another thing.
export function locate(root: Document, alternatives: string[][], options: LocateOptions): Located {
  let hidden: string | null = null;
  const problems: string[] = [];
  for (const chain of alternatives) {
    const found = tryFindAll(root, chain, problems);
    for (const element of found) {
      const by = chain.join(" >>> ");
      if (options.need === "exists") return { ok: true, element, ...aimAt(element), by };
      const why = whyHidden(element) ?? whyOutOfReach(element);
      if (!why || standInFor(element)) return aim(element, options, by);
      hidden ??= why;
    }
  }
  if (hidden) return { ok: false, reason: hidden };
  const names = alternatives.map((chain) => chain.join(" >>> ")).join(", ");
  return { ok: false, reason: [`no element matches ${names || "an empty list of selectors"}`, ...problems].join("; ") };
}

// All elements of the first alternative that matches any, for steps that count.
export function matching(root: Document, alternatives: string[][]): Element[] {
  for (const chain of alternatives) {
    const found = tryFindAll(root, chain, []);
    if (found.length > 0) return found;
  }
  return [];
}

function aim(element: Element, options: LocateOptions, by: string): Located {
  const why = whyDisabled(element, options.need);
  if (why) return { ok: false, reason: why };
  const isSeen = !whyHidden(element) && !whyOutOfReach(element);
  let missed = "";
  for (const at of [isSeen ? element : null, standInFor(element)]) {
    const point = at && reach(at, at === element ? options : {});
    if (point && typeof point !== "string") return { ok: true, element, ...point, by };
    if (point) missed ||= point;
  }
  return { ok: false, reason: missed };
}

// Where to aim at an element after bringing it into view, or why every such place is missed.
function reach(element: Element, offsets: Offsets): Point | string {
  if (!isInView(element, targetOf(element, offsets))) bringIntoView(element, "center");
  let missed = "";
  for (const block of ["stay", "center", "end", "start"] as const) {
    if (block !== "stay") bringIntoView(element, block);
    const point = targetOf(element, offsets);
    const why = whyMissed(element, point);
    if (!why) return point;
    const other = otherAims(element).find((at) => isInView(element, at) && !whyMissed(element, at));
    if (other) return other;
    missed ||= why;
    if (!isUnderBar(element, point)) break;
  }
  return missed;
}

const bringIntoView = (element: Element, block: ScrollLogicalPosition): void => {
  const shown = boxesOf(element).length > 0 && rectOf(element).width === 0 ? firstWithBox(element) : element;
  scrollIntoView(shown, { block, inline: "center", behavior: "instant" });
};

function firstWithBox(element: Element): Element {
  for (const child of flatChildren(element)) {
    if (isElement(child) && boxesOf(child).length > 0) return firstWithBox(child);
  }
  return element;
}

// The recorded offset while it still lies within the element, else its middle.
function targetOf(element: Element, { offsetX, offsetY }: Offsets): Point {
  const [box] = boxesOf(element);
  const isInside = box && offsetX !== undefined && offsetY !== undefined &&
    offsetX >= 0 && offsetY >= 0 && offsetX < box.width && offsetY < box.height;
  return isInside ? { x: box.left + offsetX, y: box.top + offsetY } : aimAt(element);
}

// A bar that stays while the page scrolls can be scrolled away from under; an overlay cannot.
function isUnderBar(element: Element, point: Point): boolean {
  const cover = elementAt(ownerDocumentOf(element)!, point.x, point.y);
  const bar = cover && flatAncestors(cover).find((at) => /^(fixed|sticky)$/.test(styleOf(at).position));
  if (!bar) return false;
  const { width, height } = rectOf(bar);
  const view = viewOf(ownerDocumentOf(element)!)!;
  return width < view.innerWidth / 2 || height < view.innerHeight / 2;
}

function tryFindAll(root: Document, chain: string[], problems: string[]): Element[] {
  try {
    return findAll(root, chain);
  } catch {
    problems.push(`${chain.join(" >>> ")} is not a valid selector`);
    return [];
  }
}

const kPrefixed = /^(aria|text|xpath|pierce)\//;

function findAll(root: Document, chain: string[]): Element[] {
  const parts = chain.flatMap((selector) => (kPrefixed.test(selector) ? [selector] : selector.split(/\s*>>>>?\s*/)));
  let scopes: Node[] = [root];
  parts.forEach((selector, index) => {
    const next = new Set<Element>();
    for (const scope of scopes) {
      const inner = index === 0 ? scope : shadowOf(scope as Element) ?? scope;
      for (const element of query(inner, selector)) next.add(element);
    }
    scopes = [...next];
  });
  return parts.length > 0 ? (scopes as Element[]) : [];
}

function query(scope: Node, selector: string): Element[] {
  const slash = selector.indexOf("/");
  const rest = selector.slice(slash + 1);
  switch (slash < 0 ? "" : selector.slice(0, slash)) {
    case "aria": return queryAria(scope, rest);
    case "text": return queryText(scope, rest);
    case "xpath": return queryXPathIn(scope, rest);
    case "pierce": return queryPierce(scope, rest);
    default: return queryAll(scope, selector);
  }
}

function queryPierce(scope: Node, selector: string): Element[] {
  const found = new Set(queryAll(scope, selector));
  for (const element of allElements(scope)) {
    const shadow = shadowOf(element);
    if (shadow) queryAll(shadow, selector).forEach((inner) => found.add(inner));
  }
  return [...found];
}

// The innermost elements whose text contains it.
function queryText(scope: Node, text: string): Element[] {
  const wanted = squeeze(text);
  const found: Element[] = [];
  const visit = (element: Element): boolean => {
    if (isSilent(element)) return false;
    const whole = textOf(element);
    if (!whole.includes(text) && !squeeze(whole).includes(wanted)) return false;
    const deeper = flatChildren(element).filter(isElement).filter(visit).length > 0;
    if (!deeper) found.push(element);
    return true;
  };
  if (wanted) [...childrenOf(scope)].filter(isElement).forEach(visit);
  return found;
}

function queryXPathIn(scope: Node, expression: string): Element[] {
  if (nodeTypeOf(scope) === 9) return queryXPath(scope as Document, scope, expression);
  return queryXPath(ownerDocumentOf(scope)!, scope, expression.startsWith("/") ? `.${expression}` : expression);
}

// "Name[role="button"]": elements that are not hidden, by name and role, either of which may be missing. A name that no
// element has may be the text of one that takes its name from elsewhere, or has none: the innermost with that text.
function queryAria(scope: Node, selector: string): Element[] {
  let role = "";
  let name = selector.replace(/\[\s*(role|name)\s*=\s*(["'])(.*?)\2\s*\]/g, (_, attribute, _quote, value) => {
    if (attribute === "role") role = value;
    return attribute === "name" ? value : "";
  });
  name = squeeze(name);
  if (!name && !role) throw new SyntaxError("an aria selector needs a name or a role");
  const fits = (element: Element): boolean => !role || hasRole(element, role);
  const found = [...allElements(scope)].filter((element) =>
    !isSilent(element) && fits(element) && (!name || nameOf(element) === name) && !isHiddenFromAll(element));
  if (found.length > 0 || !name) return found;
  return queryText(scope, name).filter((element) =>
    fits(element) && squeeze(textOf(element)) === name && !isHiddenFromAll(element));
}
