// What events do to the screen without touching the tree: form fields, focus, canvases, style sheets.
import { apply, getPrototypeOf, getter, global } from "./native.ts";
import { watchSetter, wrapMethod } from "./disguise.ts";
import { calls, currentEvent, record, settings, type EventId } from "./trace.ts";
import { recordRegion } from "./tree.ts";
import { locatorOf } from "./describe.ts";

function watchFields(): void {
  const fields: Array<[any, string[]]> = [
    [HTMLInputElement.prototype, ["value", "checked", "valueAsNumber", "valueAsDate"]],
    [HTMLTextAreaElement.prototype, ["value"]],
    [HTMLSelectElement.prototype, ["value", "selectedIndex"]],
    [HTMLOptionElement.prototype, ["selected"]],
  ];
  for (const [prototype, names] of fields) {
    for (const name of names) {
      watchSetter(prototype, name, (self) => {
        if (!settings.trace || !(self instanceof Element)) return;
        const locator = locatorOf(self);
        record("write-field", { text: locator, extra: name, ...calls() });
        recordRegion(self, locator, "field");
      });
    }
  }
  for (const prototype of [HTMLElement.prototype, SVGElement.prototype]) {
    wrapMethod(prototype, "focus", (native, self, args) => {
      if (settings.trace && self instanceof Element) record("focus", { text: locatorOf(self), ...calls() });
      return apply(native, self, args);
    });
  }
}

const kStrokes: Record<string, string[]> = {
  CanvasRenderingContext2D: [
    "fillRect", "clearRect", "strokeRect", "fill", "stroke", "fillText", "strokeText", "drawImage", "putImageData",
    "reset"],
  WebGLRenderingContext: ["clear", "drawArrays", "drawElements"],
  WebGL2RenderingContext: ["drawArraysInstanced", "drawElementsInstanced", "clear", "drawArrays", "drawElements"],
};

// Each event draws on a canvas once, however many strokes it makes. The interfaces are large, and are built when they
// are first asked for: they are watched from the first canvas on whose context a script has got hold of.
function watchCanvas(): void {
  const last = new WeakMap<object, EventId>();
  const watched = new WeakSet<object>();
  const watchStrokes = (prototype: any): void => {
    const canvasOf = getter<HTMLCanvasElement | OffscreenCanvas | null>(prototype, "canvas");
    for (const name of kStrokes[prototype[Symbol.toStringTag]]) {
      wrapMethod(prototype, name, (native, self, args) => {
        const result = apply(native, self, args);
        const canvas = settings.trace ? canvasOf(self) : null;
        if (!(canvas instanceof Element)) return result;
        const event = currentEvent();
        if (last.get(canvas) !== event) recordRegion(canvas, locatorOf(canvas), "canvas", event);
        last.set(canvas, event);
        return result;
      });
    }
  };
  wrapMethod(globalThis.HTMLCanvasElement?.prototype, "getContext", (native, self, args) => {
    const context = apply(native, self, args);
    const prototype = context && getPrototypeOf(context);
    if (prototype && !watched.has(prototype) && isInterface(prototype)) {
      watched.add(prototype);
      watchStrokes(prototype);
    }
    return context;
  });
}

// Of this frame: the agent of another one watches its own.
const isInterface = (prototype: any): boolean =>
  getPrototypeOf(prototype) === Object.prototype && Object.hasOwn(kStrokes, prototype[Symbol.toStringTag]);

// A rule that comes or goes may change anything.
function watchRules(): void {
  const note = (): void => void record("mutate", {
    text: "html", extra: "style rules", rect: [0, 0, global.innerWidth, global.innerHeight],
  });
  for (const name of ["insertRule", "deleteRule", "replaceSync", "replace"]) {
    wrapMethod(CSSStyleSheet.prototype, name, (native, self, args) => {
      const result = apply(native, self, args);
      note();
      return result;
    });
  }
  watchSetter(StyleSheet.prototype, "disabled", note);
  watchSetter(Document.prototype, "adoptedStyleSheets", note);
  watchSetter(ShadowRoot.prototype, "adoptedStyleSheets", note);
}

// An animation may leave an element as it is at its end.
function watchAnimations(): void {
  wrapMethod(Element.prototype, "animate", (native, self, args) => {
    if (settings.trace) recordRegion(self, locatorOf(self), "animation", currentEvent(), calls());
    return apply(native, self, args);
  });
}

// How far something is scrolled. To bring an element into view may scroll all that is around it.
function watchScrolling(): void {
  const note = (what: string): void => void record("write", { ...calls(), text: `scroll:${what}` });
  const placeOf = (self: unknown): string => (self instanceof Element ? locatorOf(self) : "html");
  for (const name of ["scrollTop", "scrollLeft"]) watchSetter(Element.prototype, name, (self) => note(placeOf(self)));
  for (const owner of [Element.prototype, global]) {
    for (const name of ["scroll", "scrollTo", "scrollBy"]) {
      wrapMethod(owner, name, (native, self, args) => {
        note(placeOf(self));
        return apply(native, self, args);
      });
    }
  }
  wrapMethod(Element.prototype, "scrollIntoView", (native, self, args) => {
    note("*");
    return apply(native, self, args);
  });
}

export function installDrawing(): void {
  watchFields();
  watchScrolling();
  watchAnimations();
  watchCanvas();
  watchRules();
}
