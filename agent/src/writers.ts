// Which script changes the tree: the browser tells what has changed, but not who did it. For traces only, and only once
// the user has done something, since taking a stack is what costs, and a page that loads changes a lot.
import { apply } from "./native.ts";
import { watchSetter, wrapGetter, wrapMethod } from "./disguise.ts";
import { isConnected, parentOf } from "./dom.ts";
import { calls, lastBegun, settings, type Calls, type EventId } from "./trace.ts";

const kMost = 100; // of one event: more would say no more

let writers = new Map<Node, Calls>(); // of the changes that have not been handed over yet
let event: EventId | null = null;
let left = 0; // how many of this event may still be noted

function note(node: unknown): void {
  if (!(node instanceof Node) || !isConnected(node)) return;
  if (event !== lastBegun()) {
    event = lastBegun();
    left = kMost;
  }
  if (left === 0) return;
  --left;
  const found = calls();
  if (found) writers.set(node, found);
}

// The changes to this node that are being handed over: who made the last of them.
export const writerOf = (node: Node): Calls | null => writers.get(node) ?? null;

// All changes so far have been handed over.
export function forgetWriters(): void {
  if (writers.size > 0) writers = new Map();
}

const self = (node: Node): unknown => node;
const parent = (node: Node): unknown => parentOf(node);

function watchMethods(prototype: any, target: (node: Node) => unknown, names: string[]): void {
  for (const name of names) {
    wrapMethod(prototype, name, (native, node, args) => {
      if (node instanceof Node) note(target(node));
      return apply(native, node, args);
    });
  }
}

function watchSetters(prototype: any, target: (node: Node) => unknown, names: string[]): void {
  for (const name of names) watchSetter(prototype, name, (node) => void (node instanceof Node && note(target(node))));
}

// What is read in order to be changed: `element.style.color = …`. Who asked first is the likeliest.
function watchParts(prototype: any, names: string[]): void {
  for (const name of names) {
    wrapGetter(prototype, name, (native, node) => {
      if (node instanceof Node && !writers.has(node)) note(node);
      return apply(native, node, []);
    });
  }
}

let isWatching = false;

// From now on.
export function watchWriters(): void {
  if (isWatching || !settings.trace) return;
  isWatching = true;
  watchMethods(Node.prototype, self, ["appendChild", "insertBefore", "replaceChild", "removeChild"]);
  watchSetters(Node.prototype, self, ["textContent", "nodeValue"]);
  for (const prototype of [Element.prototype, DocumentFragment.prototype]) {
    watchMethods(prototype, self, ["append", "prepend", "replaceChildren"]);
  }
  for (const prototype of [Element.prototype, CharacterData.prototype]) {
    watchMethods(prototype, parent, ["before", "after", "replaceWith", "remove"]);
  }
  watchMethods(Element.prototype, self, [
    "setAttribute", "setAttributeNS", "removeAttribute", "removeAttributeNS", "toggleAttribute", "setHTMLUnsafe"]);
  for (const name of ["insertAdjacentElement", "insertAdjacentHTML", "insertAdjacentText"]) {
    wrapMethod(Element.prototype, name, (native, node, args) => {
      const isInside = /^(afterbegin|beforeend)$/i.test(String(args[0]));
      if (node instanceof Node) note(isInside ? node : parentOf(node));
      return apply(native, node, args);
    });
  }
  watchSetters(Element.prototype, self, ["innerHTML", "className", "id"]);
  watchSetters(Element.prototype, parent, ["outerHTML"]);
  watchSetters(ShadowRoot.prototype, self, ["innerHTML"]);
  watchSetters(HTMLElement.prototype, self, ["innerText", "hidden", "title"]);
  watchSetters(HTMLElement.prototype, parent, ["outerText"]);
  for (const prototype of [
    HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLFieldSetElement,
  ]) {
    watchSetters(prototype.prototype, self, ["disabled"]);
  }
  watchSetters(HTMLImageElement.prototype, self, ["src"]);
  watchSetters(HTMLAnchorElement.prototype, self, ["href"]);
  watchSetters(CharacterData.prototype, self, ["data"]);
  watchMethods(CharacterData.prototype, self, ["appendData", "insertData", "deleteData", "replaceData"]);
  watchParts(Element.prototype, ["classList"]);
  for (const prototype of [HTMLElement.prototype, SVGElement.prototype]) watchParts(prototype, ["style", "dataset"]);
}
