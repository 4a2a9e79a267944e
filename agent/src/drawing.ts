// What events do to the screen without touching the tree: form fields, focus, canvases, style sheets.
import { apply, getter, global } from "./native.ts";
import { watchSetter, wrapMethod } from "./disguise.ts";
import { callSite, currentEvent, record, settings, type EventId } from "./trace.ts";
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
        record("write-field", { text: locator, extra: name, where: callSite() });
        recordRegion(self, locator, "field");
      });
    }
  }
  for (const prototype of [HTMLElement.prototype, SVGElement.prototype]) {
    wrapMethod(prototype, "focus", (native, self, args) => {
      if (settings.trace && self instanceof Element) record("focus", { text: locatorOf(self), where: callSite() });
      return apply(native, self, args);
    });
  }
}

// Each event draws on a canvas once, however many strokes it makes.
function watchCanvas(): void {
  const last = new WeakMap<object, EventId>();
  const drawing: Array<[any, string[]]> = [
    [globalThis.CanvasRenderingContext2D?.prototype, [
      "fillRect", "clearRect", "strokeRect", "fill", "stroke", "fillText", "strokeText", "drawImage", "putImageData", "reset"]],
    [globalThis.WebGLRenderingContext?.prototype, ["clear", "drawArrays", "drawElements"]],
    [globalThis.WebGL2RenderingContext?.prototype, ["drawArraysInstanced", "drawElementsInstanced", "clear", "drawArrays", "drawElements"]],
  ];
  for (const [prototype, names] of drawing) {
    if (!prototype) continue;
    const canvasOf = getter<HTMLCanvasElement | OffscreenCanvas | null>(prototype, "canvas");
    for (const name of names) {
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
  }
}

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

export function installDrawing(): void {
  watchFields();
  watchCanvas();
  watchRules();
}
