// What a user can do on the page, with the handlers that hear of it, wherever they are registered; and how each form
// field is given another value.
import { global } from "./native.ts";
import { handlers, placeOf } from "./listeners.ts";
import { discover, kActions, typesByTarget, type DiscoveredStep } from "./discover.ts";
import { fieldKindOf } from "./values.ts";
import { locatorOf } from "./describe.ts";
import { flatAncestors, hasAttribute, tagOf } from "./dom.ts";

interface Surveyed {
  step: DiscoveredStep;
  element: string;
  handlers: Array<[place: string, type: string]>;
}

const kMostSteps = 1000;

const submits = (element: Element): boolean =>
  (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) &&
  element.form !== null && /^(submit|image)$/.test(element.type);

// The types of events that an action leads to, and that mean it: "click" also for "mousedown", and for "submit" where
// it submits a form.
function isHeard(type: string, step: DiscoveredStep, element: Element): boolean {
  const action = kActions[type];
  if (step.type !== "click") return action === step.type;
  if (action === "submit") return submits(element.closest("button") ?? element);
  return action === "click" || (action === "change" && fieldKindOf(element) !== null);
}

function heardBy(
  element: Element, step: DiscoveredStep, registered: Map<EventTarget, Set<string>>): Surveyed["handlers"] {
  const heard = new Map<string, [string, string]>();
  const add = (target: EventTarget, type: string): void => {
    if (isHeard(type, step, element)) heard.set(`${placeOf(target)} ${type}`, [placeOf(target), type]);
  };
  const ancestors = flatAncestors(element);
  for (const at of [...ancestors, global.document, global]) for (const type of registered.get(at) ?? []) add(at, type);
  for (const at of ancestors)
    for (const type of Object.keys(kActions)) if (hasAttribute(at, `on${type}`)) add(at, type);
  return [...heard.values()];
}

export function survey(): Surveyed[] {
  const out: Surveyed[] = [];
  const registered = typesByTarget(handlers());
  for (const { element, step } of discover(handlers(), global.document).found) {
    if (out.length >= kMostSteps) break;
    if (tagOf(element) === "body" || tagOf(element) === "html") continue;
    out.push({ step, element: locatorOf(element), handlers: heardBy(element, step, registered) });
  }
  return out;
}
