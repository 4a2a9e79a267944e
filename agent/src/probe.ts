// Observation mode: each form field that a person could use gets another value as soon as the page is at rest, once,
// and is watched from then on. A field that a script fills only while it is untouched keeps the value: no race.
import { getOwnPropertyDescriptor, getter, global } from "./native.ts";
import { settings } from "./trace.ts";
import {
  allElements, attributeOf, escapeCss, inputTypeOf, isChecked, isConnected, isSelected, optionsOf, queryAll, rootOf,
  tagOf, valueOf,
} from "./dom.ts";
import { fieldKindOf, valueFor } from "./values.ts";
import { nameOf } from "./accessible.ts";
import { locatorOf } from "./describe.ts";
import { whyNotUsable } from "./visible.ts";

interface Named {
  locator: string;
  name: string; // for people
  selector: string; // that says which radio button is meant when it has no name; "" when it has, or is no radio button
}
interface Probe extends Named {
  element: Element;
  kind: string;
  before: string;
  given: string;
  spare: string; // another value that could have been given: a script may write just this one
  turn: number; // in which it was given
  lost: number; // the turn after which it was first seen to be gone; -1 while it is there
  after: string;
  wasChecked?: Element; // of a group of radio buttons
  other?: Named & { turn: number }; // of the group: one that could have been chosen, from that turn on
}

const kMostProbes = 500;
const probes = new Map<Element, Probe>();

const setterOf = (prototype: object, name: string): ((value: any) => void) =>
  getOwnPropertyDescriptor(prototype, name)!.set!;
const assign: Record<string, (value: any) => void> = {
  input: setterOf(HTMLInputElement.prototype, "value"), textarea: setterOf(HTMLTextAreaElement.prototype, "value"),
  select: setterOf(HTMLSelectElement.prototype, "value"),
};
const check = setterOf(HTMLInputElement.prototype, "checked");

const chosen = (select: HTMLSelectElement): string => [...optionsOf(select)].filter(isSelected).map(valueOf).join("\n");

function held(element: Element, kind: string): string {
  if (kind === "check") return String(isChecked(element));
  return kind === "select" ? chosen(element as HTMLSelectElement) : valueOf(element);
}

const typeOf = (element: Element): string => (tagOf(element) === "input" ? inputTypeOf(element) : "");
const isRadio = (element: Element): boolean => typeOf(element) === "radio";

// https://html.spec.whatwg.org/multipage/input.html#radio-button-group
const formOf = getter<Element | null>(HTMLInputElement.prototype, "form");
const groupNameOf = (radio: Element): string => attributeOf(radio, "name") ?? "";
const isOneGroup = (a: Element, b: Element): boolean => a === b || (groupNameOf(a) !== "" &&
  groupNameOf(a) === groupNameOf(b) && formOf(a) === formOf(b) && rootOf(a) === rootOf(b));
const groupOf = (radio: Element): Element[] =>
  queryAll(rootOf(radio), "input").filter((each) => isRadio(each) && isOneGroup(each, radio));
const probeOfGroup = (radio: Element): Probe | undefined =>
  [...probes.values()].find(({ element }) => isRadio(element) && isOneGroup(element, radio));

function named(element: Element): Named {
  const name = nameOf(element);
  const locator = locatorOf(element);
  const says = (attribute: string): string => `[${attribute}="${escapeCss(attributeOf(element, attribute) ?? "")}"]`;
  const selector = !name && isRadio(element) && !/#[^ ]*$/.test(locator) ? `input${says("name")}${says("value")}` : "";
  return { locator, name, selector: selector && queryAll(rootOf(element), selector).length === 1 ? selector : "" };
}

// Of a group of radio buttons, one that is not chosen is chosen.
function give(element: Element, kind: string): string | null {
  if (kind === "check") {
    if (isRadio(element) && isChecked(element)) return null;
    check.call(element, !isChecked(element));
    return held(element, kind);
  }
  const value = valueFor(element);
  if (value === null) return null;
  assign[tagOf(element)].call(element, value);
  return held(element, kind);
}

function probe(element: Element, kind: string): void {
  const before = held(element, kind);
  const wasChecked = isRadio(element) ? groupOf(element).find(isChecked) : undefined;
  const given = give(element, kind);
  if (given === null || given === before) return;
  const isOneOfFew = kind === "select" || /^(number|range)$/.test(typeOf(element));
  const spare = isOneOfFew ? (valueFor(element, before) ?? "") : "";
  probes.set(element, {
    element,
    ...named(element),
    kind,
    before,
    given,
    spare,
    turn: settings.turn,
    lost: -1,
    after: given,
    wasChecked,
  });
}

export function probeFields(): void {
  for (const each of probes.values()) {
    each.after = isConnected(each.element) ? held(each.element, each.kind) : "";
    if (each.lost < 0 && each.after !== each.given) each.lost = settings.turn;
  }
  for (const element of allElements(global.document)) {
    if (probes.size >= kMostProbes) return;
    const kind = fieldKindOf(element);
    if (kind === null || kind === "file" || !assign[tagOf(element)] || probes.has(element)) continue;
    if (whyNotUsable(element, undefined, kind === "check" ? "click" : "type")) continue;
    const known = isRadio(element) ? probeOfGroup(element) : undefined;
    if (!known) probe(element, kind);
    else if (known.wasChecked !== element) known.other ??= { ...named(element), turn: settings.turn };
  }
}

// Whoever checks one of a group writes them all.
export const probedFields = (): unknown[] => [...probes.values()].map(({ element, wasChecked: _, ...rest }) => ({
  ...rest, group: isRadio(element) ? groupOf(element).map(locatorOf) : [], gone: !isConnected(element),
}));
