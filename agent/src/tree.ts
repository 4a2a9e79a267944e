// What events do to the tree, and with it to the screen: elements that come, go and change, with their regions. The
// browser hands changes over at the end of each stretch of execution; `endOfEvent` asks for those that are left.
//
// While the parser builds the page, what it adds is an event of its own: a piece of HTML, up to the next script that
// blocks it. Sizes are not asked for meanwhile: layout before the style sheets are there would start transitions.
import { apply, currentScriptOf, getter, global, readyStateOf, uncurry } from "./native.ts";
import { wrapMethod } from "./disguise.ts";
import {
  currentEvent, enter, fork, isOver, lastBegun, record, ROOT, settings, type Calls, type EventId, type Op,
} from "./trace.ts";
import { kLoaders, noteInserted, noteLoading } from "./elements.ts";
import { noteAttributeHandler } from "./listeners.ts";
import { noteMutator } from "./motion.ts";
import { locatorOf, looksGenerated, setShadowLookup, whileStill } from "./describe.ts";
import { shortName } from "./dom.ts";
import { fieldKindOf } from "./values.ts";
import { forgetWriters, writerOf } from "./writers.ts";

const rectOf = uncurry(Element.prototype.getBoundingClientRect);
const getAttribute = uncurry(Element.prototype.getAttribute);
const attributeNames = uncurry(Element.prototype.getAttributeNames);
const queryAll = uncurry(Element.prototype.querySelectorAll);
const parentOf = getter<Node | null>(Node.prototype, "parentNode");
const isConnected = getter<boolean>(Node.prototype, "isConnected");
const openShadowOf = getter<ShadowRoot | null>(Element.prototype, "shadowRoot");
const isVisible = uncurry(Element.prototype.checkVisibility);

const kMostRegions = 100; // of one event: more would say no more, and cost
const kMostParsed = 2000; // of one frame
const kScripts = "script,iframe,frame";
// What a user acts on, and what scripts look up.
const kInteresting =
  "[id],input,select,textarea,button,a[href],summary,[contenteditable],[onclick],[onchange],[oninput],[onsubmit]," +
  "[onkeydown],[onkeyup],[onload]";
const shadows = new WeakMap<Element, ShadowRoot>();
const located = new WeakMap<Element, string>(); // what elements were called while they were in the tree

const isLoading = (): boolean => readyStateOf(global.document) === "loading";
const regionOf = (element: Element): number[] => {
  const rect = rectOf(element);
  return [rect.x, rect.y, rect.width, rect.height].map(Math.round);
};

function locate(element: Element): string {
  const locator = locatorOf(element);
  located.set(element, locator);
  return locator;
}

// ---- what needs layout, and waits until the page is quiet ----

const unfinished: Array<() => void> = [];

export function finishOperations(): void {
  for (const finish of unfinished.splice(0)) finish();
}

export function recordRegion(
  element: Element,
  text: string,
  extra: string,
  event?: EventId,
  by: Calls | null = null,
): void {
  if (!settings.trace) return;
  noteMutator(element, event ?? lastBegun());
  const op = record("mutate", { ...by, event, text, extra, rect: isLoading() ? undefined : regionOf(element) });
  if (op && !op.rect) unfinished.push(() => void (op.rect = regionOf(element)));
}

// ---- the parser ----

let piece: EventId | null = null;
let parsed = 0;

function currentPiece(): EventId {
  piece ??= fork("parse", "", { cause: ROOT, how: "parse" });
  enter(piece);
  return piece;
}

const blocksParser = (element: Element): boolean =>
  element instanceof HTMLScriptElement &&
  !element.async &&
  !element.defer &&
  /^(|(text|application)\/(java|ecma)script)$/i.test((getAttribute(element, "type") ?? "").trim());

function noteParsed(element: Element): void {
  const event = currentPiece();
  if (openShadowOf(element)) observe(openShadowOf(element)!); // declared in the HTML
  const names = parsed < kMostParsed ? attributeNames(element).filter((name) => name.startsWith("on")) : [];
  if (parsed < kMostParsed && (names.length > 0 || element.matches(kInteresting))) {
    ++parsed;
    const op = record("parse-element", { event, text: locate(element) });
    if (op) unfinished.push(() => describeParsed(element, op));
    for (const name of names) noteAttributeHandler(element, name, event);
    if (getAttribute(element, "autofocus") !== null) record("focus", { event, text: locate(element) });
  }
  if (blocksParser(element)) piece = null; // what follows waits for the script
}

function describeParsed(element: Element, op: Op): void {
  const words = isConnected(element) && isVisible(element, { visibilityProperty: true }) ? ["visible"] : [];
  const isLocked = element.matches(":disabled,[readonly]");
  if (fieldKindOf(element) !== null && !isLocked) words.push("writable");
  op.extra = words.join(" ");
}

// ---- changes by scripts ----

interface Touch {
  what: string;
  by: Calls | null;
}
type Touched = Map<Element, Touch>;

function elementOf(node: Node): Element | null {
  for (let at: Node | null = node; at; at = at instanceof ShadowRoot ? at.host : parentOf(at)) {
    if (at instanceof Element) return at;
  }
  return null;
}

function touch(touched: Touched, element: Element, what: string, by: Calls | null): void {
  const before = touched.get(element);
  if (before?.what === "insert" || touched.size >= kMostRegions) return;
  touched.set(element, { what, by: by ?? before?.by ?? null });
}

function noteAdded(node: Node, touched: Touched, by: Calls | null): void {
  if (!(node instanceof Element)) return;
  noteInserted(node);
  if (!settings.trace || touched.size >= kMostRegions || !isConnected(node)) return;
  for (const inner of [node, ...queryAll(node, kInteresting)]) {
    touch(touched, inner as Element, "insert", by);
    for (const name of attributeNames(inner)) if (name.startsWith("on")) noteAttributeHandler(inner, name);
  }
}

// What an element that is gone was called.
function formerName(element: Element, parent: Element | null): string {
  const known = located.get(element);
  if (known) return known;
  const id = getAttribute(element, "id");
  if (id && !looksGenerated(id)) return `#${CSS.escape(id)}`;
  return parent ? `${locatorOf(parent)} > ${shortName(element)}` : shortName(element);
}

function noteRemoved(node: Node, parent: Element | null, event: EventId, by: Calls | null): void {
  if (!settings.trace || !(node instanceof Element) || isConnected(node)) return;
  const rect = parent && isConnected(parent) && !isLoading() ? regionOf(parent) : undefined;
  record("mutate", { ...by, event, text: formerName(node, parent), extra: "remove", rect });
  for (const inner of queryAll(node, "[id]")) {
    if (located.has(inner)) record("mutate", { ...by, event, text: located.get(inner)!, extra: "remove", rect });
  }
}

function noteAttribute(element: Element, name: string): void {
  if (name.startsWith("on")) noteAttributeHandler(element, name);
  else if ((name === "src" || name === "href" || name === "data") && element.matches(kLoaders)) noteLoading(element);
}

function byScript(records: MutationRecord[], event: EventId): void {
  const touched: Touched = new Map();
  for (const mutation of records) {
    const element = elementOf(mutation.target);
    const by = writerOf(mutation.target);
    if (mutation.type === "childList") {
      for (const node of mutation.removedNodes) noteRemoved(node, element, event, by);
      for (const node of mutation.addedNodes) noteAdded(node, touched, by);
    } else if (mutation.type === "attributes") {
      noteAttribute(mutation.target as Element, mutation.attributeName!);
    }
    const what =
      mutation.type === "attributes"
        ? `attribute ${mutation.attributeName}`
        : mutation.type === "childList"
          ? "children"
          : "text";
    if (element) touch(touched, element, what, by);
  }
  whileStill(() => {
    for (const [element, { what, by }] of touched) recordRegion(element, locate(element), what, event, by);
  });
  forgetWriters();
}

function byParser(records: MutationRecord[]): void {
  if (!settings.trace) return;
  for (const mutation of records) {
    for (const node of mutation.addedNodes) if (node instanceof Element) noteParsed(node);
  }
}

// Changes that come while a document is being parsed and nothing runs are the parser's. The last of them are handed
// over when the page hears that the parser is done.
let isParsed = false;
function isParsers(): boolean {
  const wasParsing = isLoading() || !isParsed;
  isParsed = !isLoading();
  return wasParsing && currentScriptOf(global.document) === null && isOver();
}

function onMutations(records: MutationRecord[]): void {
  if (isParsers()) return byParser(records);
  const event = currentEvent();
  if (event !== ROOT) byScript(records, event);
}

let observe: (root: Node) => void = () => {};
let take: () => MutationRecord[] = () => [];

// What is left to say in the name of the event that ran last.
export function flush(): void {
  const records = take();
  if (isParsers()) byParser(records);
  else if (records.length > 0 && lastBegun() !== ROOT) byScript(records, lastBegun());
}

// Most nodes are put together before they are inserted, so this is asked first, and answers for anything.
function isInTree(node: any): boolean {
  try {
    return isConnected(node);
  } catch {
    return false;
  }
}

function noteComing(node: Node): void {
  if (node instanceof Element && node.matches(kScripts)) noteInserted(node);
  else if (node.firstChild && (node as ParentNode & Node).querySelectorAll) {
    for (const inner of (node as ParentNode & Node).querySelectorAll(kScripts)) noteInserted(inner);
  }
}

// A script or a frame begins its life while it is being inserted, before the observer hears of it.
function watchInsertions(): void {
  for (const [prototype, names] of [
    [Node.prototype, ["appendChild", "insertBefore", "replaceChild"]],
    [
      Element.prototype,
      ["append", "prepend", "after", "before", "replaceWith", "replaceChildren", "insertAdjacentElement"],
    ],
    [DocumentFragment.prototype, ["append", "prepend", "replaceChildren"]],
  ] as const) {
    for (const name of names) {
      wrapMethod(prototype, name, (native, self, args) => {
        if (isInTree(self)) for (const arg of args) if (arg instanceof Node) noteComing(arg);
        return apply(native, self, args);
      });
    }
  }
}

export function installTree(): void {
  setShadowLookup((element) => shadows.get(element) ?? openShadowOf(element));
  const observer = new MutationObserver(onMutations);
  const start = MutationObserver.prototype.observe.bind(observer);
  take = MutationObserver.prototype.takeRecords.bind(observer);
  // The same with and without a trace: what is observed decides when the page's own observers are called.
  const options: MutationObserverInit = { subtree: true, childList: true, attributes: true, characterData: true };
  observe = (root) => start(root, options);
  observe(global.document);
  wrapMethod(Element.prototype, "attachShadow", (native, self, args) => {
    const root = apply(native, self, args) as ShadowRoot;
    shadows.set(self, root);
    observe(root);
    return root;
  });
  watchInsertions();
}
