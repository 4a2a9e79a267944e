// What events do to the screen and to the page's memory: mutations with their regions, form fields, focus, storage,
// cookies. Regions are taken once at the end of each event, when the browser hands over what was changed.
import { apply, getter, global, readyStateOf, uncurry } from "./native.ts";
import { watchSetter, wrapGetter, wrapMethod } from "./disguise.ts";
import { currentEvent, record, ROOT, settings } from "./trace.ts";
import { noteLoading } from "./requests.ts";
import { locatorOf, setShadowLookup } from "./describe.ts";

const rectOf = uncurry(Element.prototype.getBoundingClientRect);
const getAttribute = uncurry(Element.prototype.getAttribute);
const queryAll = uncurry(Element.prototype.querySelectorAll);
const parentOf = getter<Node | null>(Node.prototype, "parentNode");
const kMostRegions = 100; // of one event: more would say no more, and cost
const kLoaders = "script[src],img[src],link[href],iframe[src],frame[src]";
const shadows = new WeakMap<Element, ShadowRoot>();

const sourceOf = (element: Element): string | null => getAttribute(element, element.tagName === "LINK" ? "href" : "src");

function noteInserted(node: Node): void {
  if (!(node instanceof Element)) return;
  if (node.matches(kLoaders)) noteLoading(node, sourceOf(node));
  for (const child of queryAll(node, kLoaders)) noteLoading(child as Element, sourceOf(child as Element));
}

function elementOf(node: Node): Element | null {
  for (let at: Node | null = node; at; at = at instanceof ShadowRoot ? at.host : parentOf(at)) {
    if (at instanceof Element) return at;
  }
  return null;
}

function onMutations(records: MutationRecord[]): void {
  const touched = new Map<Element, string>();
  for (const mutation of records) {
    if (mutation.type === "childList") {
      for (const node of mutation.addedNodes) {
        noteInserted(node);
        if (node instanceof Element && touched.size < kMostRegions) touched.set(node, "insert");
      }
    } else if (mutation.type === "attributes" && (mutation.attributeName === "src" || mutation.attributeName === "href")) {
      noteInserted(mutation.target);
    }
    const element = elementOf(mutation.target);
    if (element && touched.size < kMostRegions && !touched.has(element)) touched.set(element, "");
  }
  if (!settings.trace || readyStateOf(global.document) === "loading" || currentEvent() === ROOT) return;
  for (const [element, extra] of touched) {
    const rect = rectOf(element);
    record("mutate", { text: locatorOf(element), extra, rect: [rect.x, rect.y, rect.width, rect.height].map(Math.round) });
  }
}

function watchTree(): void {
  const observer = new MutationObserver(onMutations);
  const observe = MutationObserver.prototype.observe.bind(observer);
  const take = MutationObserver.prototype.takeRecords.bind(observer);
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  const start = (): void => observe(global.document, everything);
  // While the parser builds the page there is nothing to compare with, and watching it would cost: what scripts
  // insert meanwhile is looked over once, at the end.
  if (readyStateOf(global.document) === "loading") {
    EventTarget.prototype.addEventListener.call(global.document, "DOMContentLoaded", start, { once: true, capture: true });
  } else {
    start();
  }
  flush = () => onMutations(take());
  wrapMethod(Element.prototype, "attachShadow", (native, self, args) => {
    const root = apply(native, self, args) as ShadowRoot;
    shadows.set(self, root);
    observe(root, everything);
    return root;
  });
  // Scripts that are inserted while the parser still runs.
  for (const [prototype, names] of [
    [Node.prototype, ["appendChild", "insertBefore", "replaceChild"]],
    [Element.prototype, ["append", "prepend", "after", "before", "replaceWith", "replaceChildren"]],
  ] as const) {
    for (const name of names) {
      wrapMethod(prototype, name, (native, self, args) => {
        if (readyStateOf(global.document) === "loading") {
          for (const arg of args) if (arg instanceof Node) noteInserted(arg);
        } else if (args[0] instanceof HTMLScriptElement) {
          noteInserted(args[0]);
        }
        return apply(native, self, args);
      });
    }
  }
}

export let flush = (): void => {};
export const shadowOf = (element: Element): ShadowRoot | null => shadows.get(element) ?? element.shadowRoot;

function watchFields(): void {
  const fields: Array<[any, string[]]> = [
    [HTMLInputElement.prototype, ["value", "checked"]],
    [HTMLTextAreaElement.prototype, ["value"]],
    [HTMLSelectElement.prototype, ["value", "selectedIndex"]],
    [HTMLOptionElement.prototype, ["selected"]],
  ];
  for (const [prototype, names] of fields) {
    for (const name of names) {
      watchSetter(prototype, name, (self) => {
        if (!(self instanceof Element)) return;
        record("write-field", { text: locatorOf(self), extra: name });
        if (readyStateOf(global.document) === "loading") return;
        const rect = rectOf(self);
        record("mutate", { text: locatorOf(self), rect: [rect.x, rect.y, rect.width, rect.height].map(Math.round) });
      });
    }
  }
  wrapMethod(HTMLElement.prototype, "focus", (native, self, args) => {
    if (self instanceof Element) record("focus", { text: locatorOf(self) });
    return apply(native, self, args);
  });
}

function watchCanvas(): void {
  if (typeof CanvasRenderingContext2D === "undefined") return;
  const canvasOf = getter<HTMLCanvasElement>(CanvasRenderingContext2D.prototype, "canvas");
  for (const name of ["fillRect", "clearRect", "strokeRect", "fill", "stroke", "fillText", "strokeText", "drawImage", "putImageData"]) {
    wrapMethod(CanvasRenderingContext2D.prototype, name, (native, self, args) => {
      const result = apply(native, self, args);
      const rect = rectOf(canvasOf(self));
      record("mutate", { text: locatorOf(canvasOf(self)), extra: "canvas", rect: [rect.x, rect.y, rect.width, rect.height].map(Math.round) });
      return result;
    });
  }
}

function watchMemory(): void {
  const nameOf = (storage: Storage): string => {
    try {
      return storage === global.sessionStorage ? "session" : "local";
    } catch {
      return "local";
    }
  };
  const location = (storage: Storage, key: unknown): string => `storage:${nameOf(storage)}:${String(key)}`;
  for (const [name, kind] of [["getItem", "read"], ["setItem", "write"], ["removeItem", "write"]] as const) {
    wrapMethod(Storage.prototype, name, (native, self, args) => {
      record(kind, { text: location(self, args[0]) });
      return apply(native, self, args);
    });
  }
  wrapMethod(Storage.prototype, "clear", (native, self, args) => {
    record("write", { text: location(self, "*") });
    return apply(native, self, args);
  });
  wrapGetter(Document.prototype, "cookie", (native, self) => {
    record("read", { text: "cookie:*" });
    return apply(native, self, []);
  });
  watchSetter(Document.prototype, "cookie", (_self, value) => {
    record("write", { text: `cookie:${String(value).split("=")[0].trim()}` });
  });
}

export function installWatch(): void {
  setShadowLookup(shadowOf);
  watchTree();
  watchFields();
  watchCanvas();
  watchMemory();
  // An uncaught error is an operation of the event in which it happened.
  EventTarget.prototype.addEventListener.call(global, "error", (event: Event) => {
    if (event instanceof ErrorEvent) record("fail", { text: event.message, where: { url: event.filename, line: event.lineno, column: event.colno } });
  }, true);
  EventTarget.prototype.addEventListener.call(global, "unhandledrejection", (event: Event) => {
    record("fail", { text: `Uncaught (in promise) ${String((event as PromiseRejectionEvent).reason)}` });
  }, true);
}
