// What elements are called: a locator for machines, a label for people.
import {
  attributeOf, escapeCss, hostOfRoot, isElement, parentOf, previousOf, queryAll, rootOf, shortName, squeeze,
  tagOf,
} from "./dom.ts";
import { nameOf, textOf } from "./accessible.ts";

export { setShadowLookup, shadowOf } from "./dom.ts";

const kLongestLabel = 40;

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

function place(element: Element): string {
  const tag = tagOf(element);
  if (tag === "html" || tag === "body" || tag === "head") return tag;
  let number = 1;
  for (let at = previousOf(element); at; at = previousOf(at)) {
    if (tagOf(at) === tag) ++number;
  }
  return `${escapeCss(tag)}:nth-of-type(${number})`;
}

// A short stable locator: "#id" when the id is unique and was not made up by a library, else the path from the nearest
// such id. Within a shadow root, the host's locator and " >>> " stand in front.
export function locatorOf(element: Element): string {
  const root = rootOf(element);
  const path: string[] = [];
  for (let at: Node | null = element; isElement(at); at = parentOf(at)) {
    const id = ownId(at, root);
    path.unshift(id ?? place(at));
    if (id) break;
  }
  if (path[0] === "html" && path.length > 1) path.shift();
  const inner = path.join(" > ");
  const host = hostOfRoot(root);
  return host ? `${locatorOf(host)} >>> ${inner}` : inner;
}

// What a person would call it, in at most 40 characters.
export function labelOf(element: Element): string {
  const name = nameOf(element) || squeeze(textOf(element)) || attributeOf(element, "name") || shortName(element);
  const characters = [...name];
  return characters.length <= kLongestLabel ? name : `${characters.slice(0, kLongestLabel - 1).join("").trimEnd()}…`;
}
