// Elements that fetch something when a script makes, changes or inserts them; and scripts that are modules.
import { addListener, apply, getter, global, readyStateOf, uncurry } from "./native.ts";
import { watchSetter, wrapConstructor, wrapMethod } from "./disguise.ts";
import {
  adoptScript, arrival, begin, currentEvent, events, fork, hooks, nameOf, ROOT, settings, stepEvents, stepOf,
  type EventId,
} from "./trace.ts";
import { absolute, announce, brief, noteSent } from "./requests.ts";
import { now } from "./clock.ts";
import { me } from "./peers.ts";
import { noteEnded } from "./parser.ts";

interface Loading { url: string; event: EventId }
const loadings = new WeakMap<object, Loading>();
const kKinds: Record<string, string> = {
  SCRIPT: "script-load", IMG: "image-load", LINK: "style-load", IFRAME: "frame-load", FRAME: "frame-load",
  EMBED: "resource", OBJECT: "resource",
};
const kMayLoad = /script|img|link|frame|embed|object/i; // an element of such a name
export const kLoaders = "script[src],img[src],link[href],iframe,frame,embed[src],object[data]";
const kFetchedLinks = /\b(stylesheet|preload|prefetch|modulepreload)\b/i;

const phaseOf = getter<number>(Event.prototype, "eventPhase");
const tagNameOf = getter<string>(Element.prototype, "tagName"); // in capitals for HTML, and only for it
const attribute = uncurry(Element.prototype.getAttribute);
const query = uncurry(Element.prototype.querySelector as (this: Element, selector: string) => Element | null);
const queryAll = uncurry(
  Document.prototype.querySelectorAll as (this: Document, selector: string) => NodeListOf<HTMLScriptElement>,
);

export const loadingOf = (element: object): EventId | undefined => loadings.get(element)?.event;
me.creatorOf = (frame) => {
  const loading = loadingOf(frame);
  return loading === undefined ? undefined : events[loading].cause;
};

const sourceOf = (element: Element): string | null =>
  attribute(element, tagNameOf(element) === "LINK" ? "href" : tagNameOf(element) === "OBJECT" ? "data" : "src");

// The current event has inserted the element, or changed its source. The same source again loads again.
export function noteLoading(element: Element, isAgain = false, source: unknown = sourceOf(element)): void {
  const tag = tagNameOf(element);
  const kind = kKinds[tag];
  const isFrame = kind === "frame-load";
  if (!kind || (!isFrame && (source === null || source === ""))) return;
  if (tag === "LINK" && !kFetchedLinks.test(attribute(element, "rel") ?? "")) return;
  const url = source === null || source === "" ? "about:blank" : absolute(source);
  if (!isAgain && loadings.get(element)?.url === url) return;
  if (tag === "SCRIPT" && loadings.has(element)) return; // a script runs once
  const event = announce(kind, "GET", url, kind === "script-load" ? "script load dynamic" : "load");
  loadings.set(element, { url, event });
  if (tag === "SCRIPT") {
    adoptScript(element, event);
    dynamic.add(element);
    if (created.has(element)) unended.push(element as HTMLScriptElement);
  }
}

// An element that a script has inserted, with what is in it.
export function noteInserted(element: Element): void {
  // A script without a source runs at once, as part of the event that inserts it.
  if (tagNameOf(element) === "SCRIPT" && attribute(element, "src") === null) adoptScript(element, currentEvent());
  if (element.matches(kLoaders)) noteLoading(element);
  if (query(element, kLoaders) === null) return; // as for nearly all: there is no list to make
  for (const child of element.querySelectorAll(kLoaders)) noteLoading(child);
}

// ---- modules ----

const imports = new Map<string, EventId | null>(); // by URL; null: part of a module's own graph
const dynamic = new WeakSet<object>(); // scripts that a script inserted
export const isInserted = (script: object): boolean => dynamic.has(script);
// Of these, those that will run: markup that a script sets has scripts that never do.
const created = new WeakSet<object>();
let unended: HTMLScriptElement[] = [];
export const insertedScripts = (isLeft: (script: HTMLScriptElement) => boolean): HTMLScriptElement[] =>
  (unended = unended.filter(isLeft));

const modules = (): HTMLScriptElement[] => [...queryAll(global.document, "script[type=module i]")];
const hasRun = (script: Element): boolean => {
  const known = loadings.get(script);
  return known !== undefined && events[known.event].run >= 0;
};

function eventOfModule(script: HTMLScriptElement): EventId {
  const known = loadings.get(script);
  if (known) return known.event;
  const url = script.src;
  const event = fork("module", url === "" ? "inline" : brief(url), {
    cause: ROOT,
    how: script.async ? "parse async" : "parse defer",
  });
  loadings.set(script, { url, event });
  return event;
}

// A dynamic import: its own code, or what waited for it. Nothing announces it, so that who asked for it is known no
// better than by the user's step.
function eventOfImport(url: string): EventId {
  const known = imports.get(url);
  if (known !== undefined && known !== null) return known;
  const asked = arrival();
  const event = fork("script", brief(url), {
    cause: stepEvents[asked?.url === url ? asked.step : settings.step] ?? ROOT,
    how: "import",
  });
  imports.set(url, event);
  return event;
}
hooks.ofArrival = () => {
  const script = arrival();
  if (script === null || hasElement(script.url) || imports.get(script.url) === null) return null;
  return nextModule() ? null : eventOfImport(script.url); // a module that has not run yet may have imported it
};
// The parser's module that will run next.
const nextModule = (among: (script: HTMLScriptElement) => boolean = () => true): HTMLScriptElement | undefined =>
  isLoading()
    ? modules().find((script) => !hasRun(script) && !script.async && !dynamic.has(script) && among(script))
    : undefined;
const hasElement = (url: string): boolean =>
  [...queryAll(global.document, "script[src]")].some((script) => script.src === url);

// Which event the code of this script belongs to, when no callback of ours announced it and no element is the current
// script: a module of the page, something that one of them imports, a dynamic import, or what goes on after one.
hooks.moduleOf = (url) => {
  const own = modules().find((script) => script.src === url);
  if (own) {
    const event = eventOfModule(own);
    const isUnderWay = !hasRun(own) || events[event].turn === settings.turn;
    return isUnderWay ? event : hooks.ofArrival() ?? (isLoading() ? event : null);
  }
  const isDocument = url === global.document.URL.replace(/#.*$/, "");
  const next = nextModule((script) => !isDocument || script.src === "");
  if (isDocument) return next ? eventOfModule(next) : hooks.ofArrival();
  if (imports.has(url)) return imports.get(url)!;
  if (hasElement(url)) return hooks.ofArrival();
  if (!next) return eventOfImport(url);
  imports.set(url, null);
  return eventOfModule(next);
};
const isLoading = (): boolean => readyStateOf(global.document) !== "complete";

// The parser's modules, so that the lab can tell their responses by name.
export function announceModules(): void {
  if (!isLoading()) return;
  for (const script of modules()) {
    if (script.src === "" || loadings.has(script)) continue;
    const event = eventOfModule(script);
    noteSent(event, "module", "GET", script.src);
  }
}

export function installElements(): void {
  const onLoad = (event: Event): void => {
    const loading = loadings.get(event.currentTarget as object);
    if (event.isTrusted) noteEnded(event.currentTarget as object); // one that is in no document is heard of here alone
    if (loading) begin(loading.event, () => phaseOf(event) === Event.NONE);
  };
  const hear = (element: any): any => {
    if (element && kKinds[element.tagName]) {
      for (const type of ["load", "error"]) addListener(element, type, onLoad);
      created.add(element);
    }
    return element;
  };
  for (const [name, place] of [["createElement", 0], ["createElementNS", 1]] as const) {
    wrapMethod(Document.prototype, name, (native, self, args) => {
      const element = apply(native, self, args);
      const isPlain = typeof args[place] === "string" && !kMayLoad.test(args[place]);
      return isPlain ? element : hear(element);
    });
  }
  wrapConstructor("Image", (create, args) => hear(create(args)));
  // An image begins to load when its source is set; the others when they are inserted, which the watcher of the tree
  // sees.
  watchSetter(HTMLImageElement.prototype, "src", (self, value) => noteImage(self, value));
  wrapMethod(Element.prototype, "setAttribute", (native, self, args) => {
    const result = apply(native, self, args);
    if (args[0] === "src" && self instanceof HTMLImageElement) noteImage(self, args[1]);
    return result;
  });
}

function noteImage(image: unknown, source: unknown): void {
  if (image instanceof HTMLImageElement) noteLoading(image, true, source);
}
