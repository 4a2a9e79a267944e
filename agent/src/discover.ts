// What a user can do on the page, as it stands: one step for each element and action that some handler listens for, in
// the order in which the handlers were registered.
//
// A handler on an element means that element. A handler on the window, the document or a container of controls means
// the controls within (delegation). Steps are the Recorder's; `field` says what a changed field is.
import {
  allElements, attributeOf, bodyOf, documentElementOf, flatAncestors, hasAttribute, holds, hrefOf, inputTypeOf,
  isChecked, isElement, isFragment, matches, nodeTypeOf, queryAll, styleOf, tagOf,
} from "./dom.ts";
import { getOwnPropertyDescriptor, getter, uncurry } from "./native.ts";
import { nameOf } from "./accessible.ts";
import { locatorOf } from "./describe.ts";
import { whyNotUsable } from "./visible.ts";
import { fieldKindOf, valueFor } from "./values.ts";

export interface Handler {
  target: EventTarget;
  type: string;
  listener?: unknown; // when known, its text tells whether a link is kept from leaving the page
}
export interface DiscoveredStep {
  type: "click" | "doubleClick" | "change" | "hover";
  selectors: string[][];
  value?: string;
  field?: string;
  leave?: true; // a text field tells of its change only when it is left
}
export interface Discovery {
  steps: DiscoveredStep[];
  skipped: Array<{ locator: string; why: string }>;
}

type Action = DiscoveredStep["type"] | "submit";

export const kActions: Record<string, Action> = {
  click: "click", mousedown: "click", mouseup: "click", pointerdown: "click", pointerup: "click",
  touchstart: "click", touchend: "click", dblclick: "doubleClick", input: "change", change: "change",
  beforeinput: "change", keydown: "change", keyup: "change", keypress: "change", mouseover: "hover",
  mouseenter: "hover", pointerover: "hover", pointerenter: "hover", submit: "submit",
};
// On a container, the lesser events are those of drag libraries and of keyboard shortcuts.
const kDelegated = new Set([
  "click", "dblclick", "input", "change", "keydown", "keyup", "keypress", "mouseover", "submit"]);
const kControls = "button, a[href], area[href], summary, input, select, textarea, [tabindex]:not([tabindex^='-']), " +
  "[onclick], [contenteditable=''], [contenteditable=true], [role=button], [role=link], [role=tab], [role=option], " +
  "[role=checkbox], [role=radio], [role=switch], [role=menuitem], [role=treeitem]";
const kSubmitters = "button:not([type]), button[type=submit], button[type=''], input[type=submit], input[type=image]";
// A framework that listens for everything at its root says nothing by listening for these.
const kManyTypes = 25;
const kOfRoots = new Set(Object.keys(kActions).filter((type) => !/^(click|input|change|submit)$/.test(type)));

const sourceOf = uncurry(Function.prototype.toString);
const formOf: Record<string, (element: Element) => Element | null> = {
  button: getter(HTMLButtonElement.prototype, "form"), input: getter(HTMLInputElement.prototype, "form"),
};
const urlOf = getter<string>(Document.prototype, "URL");

export function discover(
  handlers: readonly Handler[], document: Document = globalThis.document, mayLeave = false): Discovery {
  const search = new Search(withInline(handlers, document), document, mayLeave);
  return search.run();
}

// The controls that a handler on a container means; none when it means its target itself.
export function controlsFor(target: EventTarget, type: string, document: Document = globalThis.document): Element[] {
  const action = kActions[type];
  return action ? new Search([{ target, type }], document, true).controlsFor(target, action) : [];
}

// Adds what on* attributes and properties listen for, unless it is in the list already: attributes in front, since the
// parser sets them, then the list, then what only a property shows, both in document order.
function withInline(handlers: readonly Handler[], document: Document): Handler[] {
  const known = typesByTarget(handlers);
  const byAttribute: Handler[] = [];
  const byProperty: Handler[] = [];
  const view = document.defaultView;
  for (const target of [...(view ? [view] : []), document, ...allElements(document)]) {
    for (const type of Object.keys(kActions)) {
      const listener = (target as any)[`on${type}`];
      if (typeof listener !== "function" || known.get(target)?.has(type)) continue;
      const isAttribute = target !== view && isElement(target as Node) && hasAttribute(target as Element, `on${type}`);
      (isAttribute ? byAttribute : byProperty).push({ target, type, listener });
    }
  }
  return [...byAttribute, ...handlers, ...byProperty];
}

function typesByTarget(handlers: readonly Handler[]): Map<EventTarget, Set<string>> {
  const types = new Map<EventTarget, Set<string>>();
  for (const { target, type } of handlers) types.set(target, (types.get(target) ?? new Set()).add(type));
  return types;
}

class Search {
  private readonly steps: DiscoveredStep[] = [];
  private readonly skipped: Discovery["skipped"] = [];
  private readonly seen = new Map<Element, Set<Action>>();
  private names: Map<string, number> | null = null;

  private readonly controls = new Map<Node, Map<Action, Element[]>>();
  private readonly typesOf: Map<EventTarget, Set<string>>;

  // `mayLeave`: also what would leave the page.
  constructor(
    private readonly handlers: Handler[], private readonly document: Document, private readonly mayLeave: boolean) {
    this.typesOf = typesByTarget(handlers);
  }

  run(): Discovery {
    for (const { target, type } of this.handlers) {
      const action = kActions[type];
      if (!action || (kOfRoots.has(type) && this.isFramework(target))) continue;
      const scope = this.scopeOf(target, action);
      if (!scope) this.add(target as Element, action, true);
      else if (kDelegated.has(type)) {
        for (const element of this.within(scope, action)) this.add(element, action, false);
      }
    }
    return { steps: this.steps, skipped: this.skipped };
  }

  // The node whose controls a handler means; null when it means its target itself.
  private scopeOf(target: EventTarget, action: Action): Node | null {
    if (target === this.document.defaultView || target === this.document) return this.document;
    const node = target as Node;
    if (isFragment(node)) return node;
    const isRoot = node === documentElementOf(this.document) || node === bodyOf(this.document);
    if (!isElement(node) || isRoot) return this.document;
    if (action === "hover" || looksUsable(node)) return null;
    return this.within(node, action).length > 0 ? node : null;
  }

  controlsFor(target: EventTarget, action: Action): Element[] {
    const scope = this.scopeOf(target, action);
    return scope ? this.within(scope, action) : [];
  }

  private within(scope: Node, action: Action): Element[] {
    const known = this.controls.get(scope) ?? new Map<Action, Element[]>();
    this.controls.set(scope, known);
    if (!known.has(action)) known.set(action, controlsWithin(scope, action));
    return known.get(action)!;
  }

  private isFramework(target: EventTarget): boolean {
    return this.typesOf.get(target)!.size >= kManyTypes;
  }

  private add(element: Element, action: Action, direct: boolean): void {
    if (nodeTypeOf(element) !== 1) return;
    if (action === "submit") return this.addSubmit(element);
    const kind = fieldKindOf(element);
    const isCheck = kind === "check" && action === "change";
    const does: Action = isCheck ? "click" : kind === "select" && action === "click" ? "change" : action;
    const done = this.seen.get(element) ?? new Set();
    this.seen.set(element, done);
    if (done.has(does)) return;
    done.add(does);
    const need = does === "change" ? "type" : does === "hover" ? "hover" : "click";
    const why = whyNotUsable(element, undefined, need) ?? this.whyNot(element, does, kind);
    if (!why) this.steps.push(this.stepOf(element, does, kind));
    else if (direct || /leave/.test(why)) this.skipped.push({ locator: locatorOf(element), why });
  }

  private addSubmit(form: Element): void {
    if (tagOf(form) !== "form") return;
    const button = queryAll(form, kSubmitters).find((element) => !whyNotUsable(element));
    if (button) this.add(button, "click", true);
    else this.skipped.push({ locator: locatorOf(form), why: "no button that a person can use submits this form" });
  }

  private whyNot(element: Element, action: Action, kind: string | null): string | null {
    if (kind === "file") return "needs a file";
    if (action === "change") {
      if (kind === null) return "listens for keys: which of them matter is unknown";
      return valueFor(element) === null ? "has no other value to take" : null;
    }
    if (action !== "click" && action !== "doubleClick") return null;
    if (kind === "check" && inputTypeOf(element) === "radio" && isChecked(element)) return "is chosen already";
    return this.mayLeave ? null : this.whyLeaving(element);
  }

  private whyLeaving(element: Element): string | null {
    const link = flatAncestors(element).find((at) => matches(at, "a[href], area[href]"));
    const url = link ? leadsTo(link, urlOf(this.document)) : null;
    if (link && url && !this.isKept(link, "click")) return `would leave the page for ${url}`;
    const button = flatAncestors(element).find((at) => matches(at, kSubmitters));
    const form = button ? formOf[tagOf(button)](button) : null;
    if (!button || !form || /^dialog$/i.test(attributeOf(form, "method") ?? "")) return null;
    const isHandled = this.handlers.some(({ target, type }) => type === "submit" && reaches(target, form));
    return isHandled || this.isKept(button, "click") ? null : "would submit the form and leave the page";
  }

  // Whether some handler on the way of the event prevents the default, as far as its text tells. What a framework
  // registers only passes the event on to the handlers that it keeps at the elements.
  private isKept(element: Element, type: string): boolean {
    const onTheWay = this.handlers.filter((handler) => handler.type === type && reaches(handler.target, element));
    return onTheWay.some(({ listener }) => preventsDefault(listener)) || (onTheWay.length > 0 &&
      flatAncestors(element).some((at) => handlersKeptAt(at, type).some(preventsDefault)));
  }

  private stepOf(element: Element, action: Action, kind: string | null): DiscoveredStep {
    const selectors = [locatorOf(element).split(" >>> ")];
    const name = nameOf(element);
    if (name && name.length <= 80 && !name.includes("[") && this.isUniqueName(name)) selectors.push([`aria/${name}`]);
    const step: DiscoveredStep = { type: action as DiscoveredStep["type"], selectors };
    if (action !== "change") return step;
    const isToldLater = kind === "text" && this.handlers.some(({ target, type }) =>
      type === "change" && reaches(target, element) && !this.isFramework(target));
    return { ...step, value: valueFor(element)!, field: kind!, ...(isToldLater ? { leave: true } : {}) };
  }

  // Two buttons called “Delete” are not told apart by their name.
  private isUniqueName(name: string): boolean {
    if (!this.names) {
      this.names = new Map();
      for (const element of allElements(this.document)) {
        const each = nameOf(element);
        if (each) this.names.set(each, (this.names.get(each) ?? 0) + 1);
      }
    }
    return this.names.get(name) === 1;
  }
}

const looksUsable = (element: Element): boolean =>
  matches(element, kControls) || styleOf(element).cursor === "pointer";

// The controls within a container that an action is for. Where a page has none, the topmost elements over which the
// cursor turns into a hand are taken for them, and the items of a list.
function controlsWithin(scope: Node, action: Action): Element[] {
  const all = [...allElements(scope)];
  if (action === "submit") return all.filter((element) => tagOf(element) === "form");
  if (action === "change") return all.filter((element) => fieldKindOf(element) !== null);
  const controls = new Set(all.filter((element) => matches(element, kControls) && !isTyped(element)));
  const around = new Set([...controls].flatMap(flatAncestors));
  const isOwnHand = (element: Element): boolean =>
    isHand(element) && !around.has(element) && !flatAncestors(element).some((at) => controls.has(at));
  const wanted = all.filter((element) => controls.has(element) || isOwnHand(element));
  if (wanted.length > 0) return wanted;
  const isList = isElement(scope) && matches(scope, "ul, ol, menu");
  return isList ? queryAll(scope, ":scope > li") : [];
}

const isTyped = (element: Element): boolean => !/^(check)?$/.test(fieldKindOf(element) ?? "");

function isHand(element: Element): boolean {
  const parent = flatAncestors(element)[1];
  const isPointed = (at: Element | undefined): boolean => at !== undefined && styleOf(at).cursor === "pointer";
  return isPointed(element) && !isPointed(parent) && tagOf(element) !== "label";
}

function reaches(target: EventTarget, element: Element): boolean {
  const node = target as Node;
  return target === element || target === globalThis || nodeTypeOf(node) === 9 ||
    (isElement(node) && holds(node, element));
}

// Routers ask whether the event was prevented before they do so themselves, in some other function.
function preventsDefault(listener: unknown): boolean {
  const handle = typeof listener === "function" ? listener : (listener as any)?.handleEvent;
  return typeof handle === "function" &&
    /preventDefault|defaultPrevented|return\s*(false|!1)|returnValue/.test(sourceOf(handle));
}

const kMostLooks = 300; // at the properties of one element

// The functions that a framework keeps at an element under a name with the event's type in it: Preact's
// l.clickfalse, React's __reactProps$….onClick, Vue's _vei.onClick.value, jQuery's events.click[0].handler.
function handlersKeptAt(element: Element, type: string): unknown[] {
  const found: unknown[] = [];
  let looks = 0;
  const visit = (value: any, depth: number, isNamed: boolean): void => {
    if (value === null || !/^(object|function)$/.test(typeof value) || ++looks > kMostLooks) return;
    if (typeof value === "function" && isNamed) found.push(value);
    if (depth > 4 || value instanceof Node || value === globalThis) return;
    for (const key of Reflect.ownKeys(value)) {
      const own = getOwnPropertyDescriptor(value, key);
      if (own && "value" in own) visit(own.value, depth + 1, isNamed || String(key).toLowerCase().includes(type));
    }
  };
  for (const key of Reflect.ownKeys(element)) {
    const own = getOwnPropertyDescriptor(element, key);
    const name = String(key);
    if (own && "value" in own && !/fiber|container/i.test(name)) visit(own.value, 1, name.toLowerCase().includes(type));
  }
  return found;
}

// Where a link leads when that is not the page itself.
function leadsTo(link: Element, page: string): string | null {
  const url = tagOf(link) === "a" ? hrefOf(link) : (link as HTMLAreaElement).href;
  if (typeof url !== "string" || /^javascript:/i.test(url)) return null;
  const [path, ...fragment] = url.split("#");
  return path === page.split("#")[0] && fragment.length > 0 ? null : url;
}
