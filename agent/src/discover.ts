// What a user can do on the page, as it stands: one step for each element and action that some handler listens for, in
// the order in which the handlers were registered.
//
// A handler on an element means that element. A handler on the window, the document or a container of controls means
// the controls within (delegation). Steps are the Recorder's; `field` says what a changed field is.
import {
  allElements, attributeOf, bodyOf, documentElementOf, flatAncestors, hasAttribute, holds, hrefOf, inputTypeOf,
  isChecked, isElement, isFragment, matches, nodeTypeOf, queryAll, shortName, styleOf, tagOf, valueOf,
} from "./dom.ts";
import { getter } from "./native.ts";
import { called, readName } from "./calling.ts";
import { locatorOf } from "./describe.ts";
import { whyNotUsable } from "./visible.ts";
import { fieldKindOf, valueFor } from "./values.ts";

export interface Handler {
  target: EventTarget;
  type: string;
}
export interface DiscoveredStep {
  type: "click" | "doubleClick" | "change" | "hover";
  selectors: string[][];
  value?: string;
  field?: string;
  called?: string; // what people call the element, where its selectors do not tell
  leave?: true; // a text field tells of its change only when it is left
}
export interface Found {
  element: Element;
  step: DiscoveredStep;
  leaves: string | null; // why the page would be left, unless a handler prevents it
}
export interface PassedOver { locator: string; why: string; leaves?: true }
export interface Discovery {
  found: Found[];
  skipped: PassedOver[];
  handlers: readonly Handler[]; // those that were given, and what on* attributes and properties listen for
}

type Action = DiscoveredStep["type"] | "submit";

export const kActions: Record<string, Action> = {
  click: "click", mousedown: "click", mouseup: "click", pointerdown: "click", pointerup: "click",
  touchstart: "click", touchend: "click", dblclick: "doubleClick", input: "change", change: "change",
  beforeinput: "change", keydown: "change", keyup: "change", keypress: "change", mouseover: "hover",
  mouseenter: "hover", pointerover: "hover", pointerenter: "hover", submit: "submit",
};
// What only a field's own handler means, or that of a form.
const kOfFields: Record<string, Action> = { focus: "click", focusin: "click", blur: "change", focusout: "change" };
// On a container, the lesser events are those of drag libraries and of keyboard shortcuts.
const kDelegated = new Set([
  "click", "dblclick", "input", "change", "keydown", "keyup", "keypress", "mouseover", "submit", "focusout"]);
export const kControls = "button, a[href], area[href], summary, input, select, textarea, [onclick], " +
  "[tabindex]:not([tabindex^='-']), [contenteditable=''], [contenteditable=true], [role=button], [role=link], " +
  "[role=tab], [role=option], " +
  "[role=checkbox], [role=radio], [role=switch], [role=menuitem], [role=treeitem]";
const kSubmitters = "button:not([type]), button[type=submit], button[type=''], input[type=submit], input[type=image]";
// A framework that listens for everything at its root says nothing by listening for these.
const kManyTypes = 25;
const kOfRoots = new Set(Object.keys(kActions).filter((type) => !/^(click|input|change|submit)$/.test(type)));

const formOf: Record<string, (element: Element) => Element | null> = {
  button: getter(HTMLButtonElement.prototype, "form"), input: getter(HTMLInputElement.prototype, "form"),
};
const kTypedInto = "input, textarea";
const kMostFilled = 12;
const urlOf = getter<string>(Document.prototype, "URL");

export function discover(handlers: readonly Handler[], document: Document = globalThis.document): Discovery {
  return new Search(withInline(handlers, document), document).run();
}

// Entering something into the empty fields that nobody listens to: what is clicked next may read them.
export function fillUnheard(
  found: readonly Found[], handlers: readonly Handler[], document: Document = globalThis.document): Found[] {
  const heard = new Set(found.flatMap(({ element, step }) => (step.type === "change" ? [element] : [])));
  return new Search(handlers, document).fill((field) => !heard.has(field));
}

// The controls that a handler on a container means; none when it means its target itself.
export function controlsFor(target: EventTarget, type: string, document: Document = globalThis.document): Element[] {
  const action = kActions[type];
  return action ? new Search([{ target, type }], document).controlsFor(target, action) : [];
}

// Adds what on* attributes and properties listen for, unless it is in the list already: attributes in front, since the
// parser sets them, then the list, then what only a property shows, both in document order.
function withInline(handlers: readonly Handler[], document: Document): Handler[] {
  const known = typesByTarget(handlers);
  const byAttribute: Handler[] = [];
  const byProperty: Handler[] = [];
  const view = document.defaultView;
  for (const target of [...(view ? [view] : []), document, ...allElements(document)]) {
    for (const type of [...Object.keys(kActions), ...Object.keys(kOfFields)]) {
      if (typeof (target as any)[`on${type}`] !== "function" || known.get(target)?.has(type)) continue;
      const isAttribute = target !== view && isElement(target as Node) && hasAttribute(target as Element, `on${type}`);
      (isAttribute ? byAttribute : byProperty).push({ target, type });
    }
  }
  return [...byAttribute, ...handlers, ...byProperty];
}

export const listensForAll = (types: Set<string>): boolean => types.size >= kManyTypes;

export function typesByTarget(handlers: readonly Handler[]): Map<EventTarget, Set<string>> {
  const types = new Map<EventTarget, Set<string>>();
  for (const { target, type } of handlers) types.set(target, (types.get(target) ?? new Set()).add(type));
  return types;
}

class Search {
  private readonly found: Found[] = [];
  private readonly skipped: PassedOver[] = [];
  private readonly seen = new Map<Element, Set<Action>>();
  private named: Map<string, Element[]> | null = null;

  private readonly controls = new Map<Node, Map<Action, Element[]>>();
  private readonly typesOf: Map<EventTarget, Set<string>>;

  constructor(private readonly handlers: readonly Handler[], private readonly document: Document) {
    this.typesOf = typesByTarget(handlers);
  }

  run(): Discovery {
    for (const { target, type } of this.handlers) {
      const action = kActions[type] ?? (this.isOfFields(target) ? kOfFields[type] : undefined);
      if (!action || (kOfRoots.has(type) && this.isFramework(target))) continue;
      const scope = this.scopeOf(target, action);
      if (!scope) this.add(target as Element, action, true);
      else if (kDelegated.has(type)) {
        for (const element of this.within(scope, action)) this.add(element, action, false);
      }
    }
    return { found: this.found, skipped: this.skipped, handlers: this.handlers };
  }

  fill(isWanted: (field: Element) => boolean): Found[] {
    const fields = queryAll(this.document, kTypedInto).filter((field) =>
      fieldKindOf(field) === "text" && valueOf(field) === "" && isWanted(field));
    for (const field of fields) if (this.found.length < kMostFilled) this.add(field, "change", false);
    return this.found;
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

  private isOfFields(target: EventTarget): boolean {
    if (target === this.document.defaultView) return false; // a window is no node
    const node = target as Node;
    return isElement(node) && (tagOf(node) === "form" || fieldKindOf(node) !== null);
  }

  private isFramework(target: EventTarget): boolean {
    return listensForAll(this.typesOf.get(target)!);
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
    const isClick = does === "click" || does === "doubleClick";
    if (!why) {
      this.found.push({
        element, step: this.stepOf(element, does, kind), leaves: isClick ? this.whyLeaving(element) : null,
      });
    } else if (direct) this.skipped.push({ locator: locatorOf(element), why });
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
    const isChosen = kind === "check" && inputTypeOf(element) === "radio" && isChecked(element);
    return action === "click" && isChosen ? "is chosen already" : null;
  }

  private whyLeaving(element: Element): string | null {
    const link = flatAncestors(element).find((at) => matches(at, "a[href], area[href]"));
    const url = link ? leadsTo(link, urlOf(this.document)) : null;
    if (url) return `would leave the page for ${url}`;
    const button = flatAncestors(element).find((at) => matches(at, kSubmitters));
    const form = button ? formOf[tagOf(button)](button) : null;
    if (!button || !form || /^dialog$/i.test(attributeOf(form, "method") ?? "")) return null;
    const isHandled = this.handlers.some(({ target, type }) => type === "submit" && reaches(target, form));
    return isHandled ? null : "would submit the form and leave the page";
  }

  private stepOf(element: Element, action: Action, kind: string | null): DiscoveredStep {
    const locator = locatorOf(element);
    const step: DiscoveredStep = { type: action as DiscoveredStep["type"], selectors: [locator.split(" >>> ")] };
    const name = readName(element);
    const namesakes = this.namesakesOf(element, name);
    if (namesakes.length === 1 && name && name.length <= 80 && !name.includes("[")) {
      step.selectors.push([`aria/${name}`]);
    } else if (name || locator.includes(":nth-of-type")) {
      step.called = called(element, namesakes);
    }
    if (action !== "change") return step;
    const isToldLater = kind === "text" && this.handlers.some(({ target, type }) =>
      (type === "change" || (/^(blur|focusout)$/.test(type) && this.isOfFields(target))) &&
      reaches(target, element) && !this.isFramework(target));
    return { ...step, value: valueFor(element)!, field: kind!, ...(isToldLater ? { leave: true } : {}) };
  }

  // Two buttons called “Delete” are not told apart by their name. Those without one are told apart by their looks.
  private namesakesOf(element: Element, name: string): Element[] {
    if (!this.named) {
      this.named = new Map();
      for (const each of allElements(this.document)) {
        const own = keyOf(each, readName(each));
        const known = this.named.get(own);
        if (known) known.push(each);
        else this.named.set(own, [each]);
      }
    }
    return this.named.get(keyOf(element, name)) ?? [element];
  }
}

const keyOf = (element: Element, name: string): string => (name ? `name ${name}` : `like ${shortName(element)}`);

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

export function reaches(target: EventTarget, element: Element): boolean {
  const node = target as Node;
  return target === element || target === globalThis || nodeTypeOf(node) === 9 ||
    (isElement(node) && holds(node, element));
}

// Where a link leads when that is not the page itself.
function leadsTo(link: Element, page: string): string | null {
  const url = tagOf(link) === "a" ? hrefOf(link) : (link as HTMLAreaElement).href;
  if (typeof url !== "string" || /^javascript:/i.test(url)) return null;
  const [path, ...fragment] = url.split("#");
  return path === page.split("#")[0] && fragment.length > 0 ? null : url;
}
