// Observation mode: each form field that a person could use gets another value as soon as the page is at rest, once,
// and is watched from then on. A field that a script fills only while it is untouched keeps the value: no race.
import { getOwnPropertyDescriptor, global } from "./native.ts";
import { settings } from "./trace.ts";
import { allElements, inputTypeOf, isChecked, isConnected, tagOf, valueOf } from "./dom.ts";
import { fieldKindOf, valueFor } from "./values.ts";
import { nameOf } from "./accessible.ts";
import { locatorOf } from "./describe.ts";
import { whyNotUsable } from "./visible.ts";

interface Probe {
  element: Element;
  locator: string;
  name: string; // for people
  kind: string;
  before: string;
  given: string;
  spare: string; // another value that could have been given: a script may write just this one
  turn: number; // in which it was given
  lost: number; // the turn after which it was first seen to be gone; -1 while it is there
  after: string;
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

const held = (element: Element, kind: string): string => (kind === "check" ? String(isChecked(element)) : valueOf(element));

const typeOf = (element: Element): string => (tagOf(element) === "input" ? inputTypeOf(element) : "");
const isRadio = (element: Element): element is HTMLInputElement => typeOf(element) === "radio";
const isProbedGroup = (radio: HTMLInputElement): boolean =>
  [...probes.keys()].some((each) => isRadio(each) && each.name === radio.name && each.form === radio.form);

// Of a group of radio buttons, one that is not chosen is chosen, and no other after it.
function give(element: Element, kind: string): string | null {
  if (kind === "check") {
    if (isRadio(element) && (isChecked(element) || isProbedGroup(element))) return null;
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
  const given = give(element, kind);
  if (given === null || given === before) return;
  const isOneOfFew = kind === "select" || /^(number|range)$/.test(typeOf(element));
  const spare = isOneOfFew ? valueFor(element, before) ?? "" : "";
  probes.set(element, { element, locator: locatorOf(element), name: nameOf(element), kind, before, given, spare, turn: settings.turn, lost: -1, after: given });
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
    if (!whyNotUsable(element, undefined, kind === "check" ? "click" : "type")) probe(element, kind);
  }
}

export const probedFields = (): unknown[] => [...probes.values()].map(({ element, ...rest }) => ({
  ...rest, gone: !isConnected(element),
}));
