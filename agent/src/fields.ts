// Steps that mouse and keyboard alone cannot perform exactly: lists, sliders, scroll positions, and looking whether an
// element is there.
import { global } from "./native.ts";
import { locate, matching } from "./locate.ts";
import { whyHidden } from "./visible.ts";

type Answer = { ok: true; moves?: number } | { ok: false; reason: string };
const refuse = (reason: string): Answer => ({ ok: false, reason });

// A property of the browser's own setter: frameworks put theirs in front of it on the element itself.
function setNatively(element: Element, property: string, value: string): void {
  const prototype = Object.getPrototypeOf(element);
  Object.getOwnPropertyDescriptor(prototype, property)!.set!.call(element, value);
}

function announceChange(element: Element): void {
  for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
}

export const fields = {
  // How many options down (or up, negative) the wanted one is.
  option(alternatives: string[][], wanted: string): Answer {
    const found = locate(global.document, alternatives, { need: "type" });
    if (!found.ok) return refuse(found.reason);
    const select = found.element as HTMLSelectElement;
    const enabled = Array.from(select.options).filter((option) => !option.disabled);
    const at = enabled.findIndex((option) => option.value === wanted);
    const goal = at >= 0 ? at : enabled.findIndex((option) => option.label === wanted);
    if (goal < 0) return refuse(`the list has no option “${wanted}”`);
    return { ok: true, moves: goal - enabled.findIndex((option) => option.selected) };
  },
  focus(alternatives: string[][]): Answer {
    const found = locate(global.document, alternatives, { need: "exists" });
    if (!found.ok) return refuse(found.reason);
    (found.element as HTMLElement).focus();
    return { ok: true };
  },
  setValue(alternatives: string[][], value: string): Answer {
    const found = locate(global.document, alternatives, { need: "type" });
    if (!found.ok) return refuse(found.reason);
    const input = found.element as HTMLInputElement;
    if (input.tagName !== "INPUT") return refuse(`<${input.tagName.toLowerCase()}> has no value that could be changed`);
    if (input.type === "file") return refuse("files cannot be chosen in a replay");
    if (input.type === "checkbox" || input.type === "radio") {
      if (input.checked !== (value === "true" || value === "on")) input.click();
      return { ok: true };
    }
    setNatively(input, "value", value);
    announceChange(input);
    return { ok: true };
  },
  scroll(alternatives: string[][] | null, x: number, y: number): Answer {
    if (!alternatives) {
      global.scrollTo(x, y);
      return { ok: true };
    }
    const found = locate(global.document, alternatives, { need: "exists" });
    if (!found.ok) return refuse(found.reason);
    found.element.scrollTo(x, y);
    return { ok: true };
  },
  // The Recorder's waitForElement.
  matches(alternatives: string[][], wanted: {
    comparison: string; count: number; visible?: boolean; attributes?: Record<string, string>; properties?: Record<string, unknown>;
  }): Answer {
    const fits = (element: Element): boolean =>
      (wanted.visible === undefined || wanted.visible === (whyHidden(element) === null)) &&
      Object.entries(wanted.attributes ?? {}).every(([name, value]) => element.getAttribute(name) === value) &&
      Object.entries(wanted.properties ?? {}).every(([name, value]) => JSON.stringify((element as any)[name]) === JSON.stringify(value));
    const n = matching(global.document, alternatives).filter(fits).length;
    const ok = wanted.comparison === ">=" ? n >= wanted.count : wanted.comparison === "<=" ? n <= wanted.count : n === wanted.count;
    const text = alternatives.map((chain) => chain.join(" ")).join(", ");
    return ok ? { ok: true } : refuse(`the page has settled with ${n} elements for ${text}, not ${wanted.comparison} ${wanted.count}`);
  },
};
