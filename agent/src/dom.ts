// The DOM as the browser has it: its own functions, taken before any script of the page can change them, and ways
// through the tree that cross shadow roots. Elements are told apart by tag, never by `instanceof`, which the page and
// other frames can mislead.
import { getter, uncurry } from "./native.ts";

export const nodeTypeOf = getter<number>(Node.prototype, "nodeType");
export const nodeValueOf = getter<string | null>(Node.prototype, "nodeValue");
export const parentOf = getter<Node | null>(Node.prototype, "parentNode");
export const childrenOf = getter<NodeListOf<ChildNode>>(Node.prototype, "childNodes");
export const ownerDocumentOf = getter<Document | null>(Node.prototype, "ownerDocument");
export const isConnected = getter<boolean>(Node.prototype, "isConnected");
export const rootOf = uncurry(Node.prototype.getRootNode);

export const tagOf = getter<string>(Element.prototype, "localName");
export const previousOf = getter<Element | null>(Element.prototype, "previousElementSibling");
const slotOf = getter<HTMLSlotElement | null>(Element.prototype, "assignedSlot");
const hostOf = getter<Element>(ShadowRoot.prototype, "host");
export const assignedNodes = uncurry(HTMLSlotElement.prototype.assignedNodes as (this: HTMLSlotElement) => Node[]);
export const attributeOf = uncurry(Element.prototype.getAttribute);
export const hasAttribute = uncurry(Element.prototype.hasAttribute);
export const matches = uncurry(Element.prototype.matches as (this: Element, selector: string) => boolean);
export const rectOf = uncurry(Element.prototype.getBoundingClientRect);
export const rectsOf = uncurry(Element.prototype.getClientRects);
export const scrollSizeOf = [
  getter<number>(Element.prototype, "scrollWidth"), getter<number>(Element.prototype, "scrollHeight")] as const;
export const clientSizeOf = [
  getter<number>(Element.prototype, "clientWidth"), getter<number>(Element.prototype, "clientHeight")] as const;
export const scrollIntoView = uncurry(
  Element.prototype.scrollIntoView as (this: Element, options: ScrollIntoViewOptions) => void);

export const documentElementOf = getter<Element | null>(Document.prototype, "documentElement");
export const bodyOf = getter<HTMLElement | null>(Document.prototype, "body");
export const viewOf = getter<(Window & typeof globalThis) | null>(Document.prototype, "defaultView");
export const createRange = uncurry(Document.prototype.createRange);
export const selectNode = uncurry(Range.prototype.selectNode);
export const rangeRectsOf = uncurry(Range.prototype.getClientRects);
export const styleOf = globalThis.getComputedStyle.bind(globalThis);
export const escapeCss = CSS.escape;

export const labelsOf = (element: Element): Element[] => {
  const read = kLabels[tagOf(element)];
  return read ? [...(read(element) ?? [])] : [];
};
export const controlOf = getter<Element | null>(HTMLLabelElement.prototype, "control");

const kLabels: Record<string, (element: Element) => NodeListOf<Element> | null> = {
  input: getter(HTMLInputElement.prototype, "labels"),
  select: getter(HTMLSelectElement.prototype, "labels"),
  textarea: getter(HTMLTextAreaElement.prototype, "labels"),
  button: getter(HTMLButtonElement.prototype, "labels"),
  output: getter(HTMLOutputElement.prototype, "labels"),
  meter: getter(HTMLMeterElement.prototype, "labels"),
  progress: getter(HTMLProgressElement.prototype, "labels"),
};
const kValues: Record<string, (element: Element) => string> = {
  input: getter(HTMLInputElement.prototype, "value"),
  select: getter(HTMLSelectElement.prototype, "value"),
  textarea: getter(HTMLTextAreaElement.prototype, "value"),
  option: getter(HTMLOptionElement.prototype, "value"),
};
export const valueOf = (element: Element): string => kValues[tagOf(element)]?.(element) ?? "";
export const inputTypeOf = getter<string>(HTMLInputElement.prototype, "type");
export const isChecked = getter<boolean>(HTMLInputElement.prototype, "checked");
export const optionsOf = getter<HTMLOptionsCollection>(HTMLSelectElement.prototype, "options");
export const isSelected = getter<boolean>(HTMLOptionElement.prototype, "selected");
export const hrefOf = getter<string>(HTMLAnchorElement.prototype, "href");

const queries = [Document, Element, DocumentFragment].map((owner) => uncurry(
  owner.prototype.querySelectorAll as (this: Node, selector: string) => NodeListOf<Element>));
const pointsOf = [
  uncurry(Document.prototype.elementFromPoint),
  uncurry(ShadowRoot.prototype.elementFromPoint as (this: ShadowRoot, x: number, y: number) => Element | null),
];

export const isElement = (node: Node | null): node is Element => node !== null && nodeTypeOf(node) === 1;
export const isText = (node: Node): boolean => nodeTypeOf(node) === 3;
export const isFragment = (node: Node | null): boolean => node !== null && nodeTypeOf(node) === 11;

const evaluate = uncurry(Document.prototype.evaluate);
const snapshotLengthOf = getter<number>(XPathResult.prototype, "snapshotLength");
const snapshotItem = uncurry(XPathResult.prototype.snapshotItem);
const { ORDERED_NODE_SNAPSHOT_TYPE } = XPathResult;

export function queryXPath(document: Document, scope: Node, expression: string): Element[] {
  const result = evaluate(document, expression, scope, null, ORDERED_NODE_SNAPSHOT_TYPE, null);
  return Array.from({ length: snapshotLengthOf(result) }, (_, i) => snapshotItem(result, i)).filter(isElement);
}

// querySelectorAll on a document, an element or a shadow root.
export function queryAll(root: Node, selector: string): Element[] {
  const type = nodeTypeOf(root);
  return [...queries[type === 9 ? 0 : type === 1 ? 1 : 2](root, selector)];
}

// Closed shadow roots are known to whoever saw `attachShadow`; until then only open ones are.
let lookUp = getter<ShadowRoot | null>(Element.prototype, "shadowRoot") as (element: Element) => ShadowRoot | null;
export const shadowOf = (element: Element): ShadowRoot | null => lookUp(element);
export function setShadowLookup(look: (element: Element) => ShadowRoot | null): void {
  lookUp = look;
}

// The host of a shadow root; null for every other node.
export function hostOfRoot(root: Node): Element | null {
  if (!isFragment(root)) return null;
  try {
    return hostOf(root);
  } catch {
    return null; // a DocumentFragment that is no shadow root
  }
}

// The parent that a person would see: the slot or the host where the tree of a shadow root begins.
function flatParentOf(node: Node): Element | null {
  const slot = isElement(node) ? slotOf(node) : null;
  if (slot) return slot;
  const parent = parentOf(node);
  if (parent === null) return null;
  return isElement(parent) ? parent : hostOfRoot(parent);
}

export function flatAncestors(element: Element): Element[] {
  const out: Element[] = [];
  for (let at: Element | null = element; at; at = flatParentOf(at)) out.push(at);
  return out;
}

// Whether `inner` is `outer` or within it, through shadow roots.
export function holds(outer: Element, inner: Element): boolean {
  for (let at: Element | null = inner; at; at = flatParentOf(at)) {
    if (at === outer) return true;
  }
  for (let at: Node | null = inner; at; at = parentOf(at)) {
    if (at === outer) return true; // slotted elsewhere, or not slotted at all
  }
  return false;
}

// Every element below `root` in document order, shadow trees before the children of their host.
export function* allElements(root: Node): Generator<Element> {
  for (const child of childrenOf(root)) {
    if (!isElement(child)) continue;
    yield child;
    const shadow = shadowOf(child);
    if (shadow) yield* allElements(shadow);
    yield* allElements(child);
  }
}

// The innermost element at a point of the viewport; null outside of it.
export function elementAt(document: Document, x: number, y: number): Element | null {
  let hit = pointsOf[0](document as any, x, y) as Element | null;
  for (let shadow = hit && shadowOf(hit); shadow; shadow = hit && shadowOf(hit)) {
    const inner = pointsOf[1](shadow as any, x, y) as Element | null;
    if (!inner || inner === hit || rootOf(inner) !== shadow) break;
    hit = inner;
  }
  return hit;
}

// "div.overlay", "button#go": enough for a person to recognise it.
export function shortName(element: Element): string {
  const id = attributeOf(element, "id");
  const firstClass = (attributeOf(element, "class") ?? "").trim().split(/\s+/)[0];
  return tagOf(element) + (id ? `#${id}` : firstClass ? `.${firstClass}` : "");
}

export const squeeze = (text: string): string => text.replace(/\s+/g, " ").trim();
