// What people do beside what handlers ask for: they empty a field again, press Enter or Escape in it, click elsewhere.
import {
  kControls, listensForAll, reaches, typesByTarget, type DiscoveredStep, type Found, type Handler,
} from "./discover.ts";
import { locatorOf } from "./describe.ts";
import { bodyOf, documentElementOf, flatAncestors, inputTypeOf, matches, queryAll, tagOf } from "./dom.ts";
import { whyNotUsable } from "./visible.ts";
import { fieldKindOf } from "./values.ts";
import { called, readName } from "./calling.ts";

export interface MacroStep {
  type: "customStep";
  name: "squall.macro";
  parameters: { title: string; steps: unknown[] };
}
export type HabitStep = DiscoveredStep | MacroStep;

const kPress = /^(click|mousedown|mouseup|pointerdown|pointerup)$/;
const kKeys = /^key(down|up|press)$/;
const kTyped = /^(input|keydown|keyup|keypress|search)$/;

const macro = (title: string, steps: unknown[]): MacroStep =>
  ({ type: "customStep", name: "squall.macro", parameters: { title, steps } });
const press = (key: string): unknown[] => [{ type: "keyDown", key }, { type: "keyUp", key }];

class Habits {
  private readonly frameworks: Set<EventTarget>; // that listen for everything at their root

  constructor(private readonly handlers: readonly Handler[], private readonly document: Document) {
    const all = [...typesByTarget(handlers)].filter(([, types]) => listensForAll(types));
    this.frameworks = new Set(all.map(([target]) => target));
  }

  // In the order of what was found; what else is done to a field stands behind its change.
  all(found: readonly Found[]): Array<{ from: Found | null; step: HabitStep }> {
    const out: Array<{ from: Found | null; step: HabitStep }> = [];
    for (const from of found) {
      out.push({ from, step: from.step });
      if (from.step.type === "change" && from.step.field === "text")
        for (const step of this.inField(from)) out.push({ from, step });
    }
    if (this.hearsAtRoot(kKeys)) out.push({ from: null, step: macro("press Escape", press("Escape")) });
    const elsewhere = this.hearsAtRoot(kPress) ? this.emptyPlace() : null;
    if (elsewhere) out.push({ from: null, step: elsewhere });
    return out;
  }

  private inField({ element, step }: Found): HabitStep[] {
    const name = step.called ?? (readName(element) ? called(element, [element]) : locatorOf(element));
    const what = `type “${step.value}” into ${name} and press `;
    const out: HabitStep[] = [];
    const isLine = tagOf(element) === "input" && /^(text|search)$/.test(inputTypeOf(element));
    if (isLine && this.hears(element, kTyped)) out.push({ ...step, value: "" });
    const isAlone = !flatAncestors(element).some((at) => tagOf(at) === "form");
    const hearsKeys = this.hears(element, kKeys);
    // A framework hears all; but how else would a field without a form say that it is done?
    if (isLine && (hearsKeys || (isAlone && this.isOfFramework(element)))) {
      out.push(macro(`${what}Enter`, [step, ...press("Enter")]));
    }
    if (hearsKeys) out.push(macro(`${what}Escape`, [step, ...press("Escape")]));
    return out;
  }

  private isRoot(target: EventTarget): boolean {
    const roots: unknown[] = [
      this.document.defaultView, this.document, documentElementOf(this.document), bodyOf(this.document)];
    return roots.includes(target);
  }

  private isOfFramework(element: Element): boolean {
    return [...this.frameworks].some((target) => reaches(target, element));
  }

  // By a handler of its own, or of something around it that is neither the whole page nor a framework's root; but
  // that of a framework hears what is entered.
  private hears(element: Element, types: RegExp): boolean {
    return this.handlers.some(({ target, type }) =>
      types.test(type) && (type === "input" || !this.frameworks.has(target)) && !this.isRoot(target) &&
      reaches(target, element));
  }

  private hearsAtRoot(types: RegExp): boolean {
    return this.handlers.some(({ target, type }) =>
      types.test(type) && this.isRoot(target) && !this.frameworks.has(target));
  }

  // Some text that is no control and in none.
  private emptyPlace(): DiscoveredStep | null {
    const isPlain = (element: Element): boolean =>
      queryAll(element, kControls).length === 0 && !whyNotUsable(element, undefined, "click") &&
      !flatAncestors(element).some((at) => matches(at, kControls) || matches(at, "label, dialog, [role=dialog]")) &&
      fieldKindOf(element) === null && !this.isHeard(element);
    const place = queryAll(this.document, "h1, h2, h3, p, header, footer, main, body").find(isPlain);
    return place ? { type: "click", selectors: [locatorOf(place).split(" >>> ")], called: "an empty place" } : null;
  }

  private isHeard(element: Element): boolean {
    return this.handlers.some(({ target, type }) =>
      kPress.test(type) && !this.isRoot(target) && reaches(target, element));
  }
}

export const withHabits = (
  found: readonly Found[], handlers: readonly Handler[], document: Document,
): Array<{ from: Found | null; step: HabitStep }> => new Habits(handlers, document).all(found);
