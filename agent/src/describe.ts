// A locator for each element, by which machines find it again.
import {
  attributeOf, escapeCss, hostOfRoot, isElement, matches, parentOf, previousOf, queryAll, rootOf, tagOf,
} from "./dom.ts";

export { setShadowLookup, shadowOf } from "./dom.ts";

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

// What authors put at an element so that tests find it. src/oracle/dom_marks.cc has them, too.
const kTestIds = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa"];
const kHasTestId = kTestIds.map((name) => `[${name}]`).join();

// The id of an element, or else its test id, when no other element has it and no library made it up.
function ownMark(element: Element, root: Node): string | null {
  if (root === element) return null; // an element that stands alone has nobody to be told from
  const isOwn = (value: string | null, selector: string): boolean =>
    Boolean(value) && !looksGenerated(value!) && queryAll(root, selector).length === 1;
  const id = attributeOf(element, "id");
  if (id && isOwn(id, `#${escapeCss(id)}`)) return `#${escapeCss(id)}`;
  if (!matches(element, kHasTestId)) return null;
  for (const name of kTestIds) {
    const value = attributeOf(element, name);
    const selector = `[${name}="${(value ?? "").replace(/["\\]/g, "\\$&")}"]`;
    if (isOwn(value, selector)) return selector;
  }
  return null;
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

// From the nearest own mark, or from the root.
function pathOf(element: Element, root: Node): string {
  const places: string[] = [];
  for (let at: Node | null = element; isElement(at); at = parentOf(at)) {
    const above: string | null = known?.get(at) ?? ownMark(at, root);
    places.unshift(above ?? place(at));
    if (above !== null) break;
  }
  const path = places.join(" > ");
  const parent = parentOf(element);
  if (known && places.length > 1) known.set(parent as Element, places.slice(0, -1).join(" > "));
  known?.set(element, path);
  return path;
}

// A short stable locator: "#id" when the id is unique and was not made up by a library, else its test id, else the path
// from the nearest element with one of them. Within a shadow root, the host's locator and " >>> " stand in front.
export function locatorOf(element: Element): string {
  const root = rootOf(element);
  const path = pathOf(element, root);
  const inner = path.startsWith(kTop) ? path.slice(kTop.length) : path;
  const host = hostOfRoot(root);
  return host ? `${locatorOf(host)} >>> ${inner}` : inner;
}
