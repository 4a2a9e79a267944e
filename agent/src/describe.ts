// What elements are called: a locator for machines, a label for people.
import {
  attributeOf, escapeCss, hostOfRoot, isElement, parentOf, previousOf, queryAll, rootOf, shortName, squeeze,
  tagOf,
} from "./dom.ts";
import { nameOf, textOf } from "./accessible.ts";

export { setShadowLookup, shadowOf } from "./dom.ts";

const kLongestLabel = 40;
const kTop = "html > "; // goes without saying

// Ids that a library made up, and that may be others in the next execution: React's «r1» and :r1:, counters of
// widget libraries, hashes, long numbers.
const kGenerated = [
  /:r[0-9a-z]+:|«r[0-9a-z]+»|_r_[0-9a-z]+_/,
  /^(ember|ext-gen|ext-comp-|gwt-uid-|yui_|yui-gen|mui-|cdk-|mat-|ng-)[-_a-z]*\d/i,
  /^(radix-|headlessui-|uid-?|ui-id-|select2-|dojo_)[-_a-z]*\d/i,
  /\d{6,}/,
  /[0-9a-f]{8}-[0-9a-f]{4}-/i,
  /(?=[0-9a-f]*\d[0-9a-f]*[a-f])[0-9a-f]{10,}/i,
];

export const looksGenerated = (id: string): boolean => kGenerated.some((pattern) => pattern.test(id));

function ownId(element: Element, root: Node): string | null {
  const id = attributeOf(element, "id");
  if (!id || looksGenerated(id)) return null;
  const selector = `#${escapeCss(id)}`;
  const isInTree = root !== element; // an element that stands alone has nobody to be told from
  return isInTree && queryAll(root, selector).length === 1 ? selector : null;
}

// Paths of elements, while nothing changes: those of many siblings have most in common.
let known: Map<Element, string> | null = null;
const numbers = new Map<Element, number>();

// Locators that are asked for within `act`, which must not change the tree, cost a fraction.
export function whileStill(act: () => void): void {
  known = new Map();
  try {
    act();
  } finally {
    known = null;
    numbers.clear();
  }
}

// Which of its siblings with the same tag it is, from 1.
function numberOf(element: Element, tag: string): number {
  let number = 1;
  for (let at = previousOf(element); at; at = previousOf(at)) {
    if (tagOf(at) !== tag) continue;
    const before = numbers.get(at);
    if (before !== undefined) {
      number += before;
      break;
    }
    ++number;
  }
  if (known) numbers.set(element, number);
  return number;
}

function place(element: Element): string {
  const tag = tagOf(element);
  if (tag === "html" || tag === "body" || tag === "head") return tag;
  return `${escapeCss(tag)}:nth-of-type(${numberOf(element, tag)})`;
}

// From the nearest own id, or from the root.
function pathOf(element: Element, root: Node): string {
  const places: string[] = [];
  for (let at: Node | null = element; isElement(at); at = parentOf(at)) {
    const above: string | null = known?.get(at) ?? ownId(at, root);
    places.unshift(above ?? place(at));
    if (above !== null) break;
  }
  const path = places.join(" > ");
  const parent = parentOf(element);
  if (known && places.length > 1) known.set(parent as Element, places.slice(0, -1).join(" > "));
  known?.set(element, path);
  return path;
}

// A short stable locator: "#id" when the id is unique and was not made up by a library, else the path from the nearest
// such id. Within a shadow root, the host's locator and " >>> " stand in front.
export function locatorOf(element: Element): string {
  const root = rootOf(element);
  const path = pathOf(element, root);
  const inner = path.startsWith(kTop) ? path.slice(kTop.length) : path;
  const host = hostOfRoot(root);
  return host ? `${locatorOf(host)} >>> ${inner}` : inner;
}

// What a person would call it, in at most 40 characters.
export function labelOf(element: Element): string {
  const name = nameOf(element) || squeeze(textOf(element)) || attributeOf(element, "name") || shortName(element);
  const characters = [...name];
  return characters.length <= kLongestLabel ? name : `${characters.slice(0, kLongestLabel - 1).join("").trimEnd()}…`;
}
