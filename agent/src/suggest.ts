// What squall would do on a page that nobody gave it a flow for: all that a user can do, what leaves the page left out,
// and what may do something for good put aside.
import { discover, fillUnheard, type Found, type Handler, type PassedOver } from "./discover.ts";
import { withHabits, type HabitStep } from "./habits.ts";
import { kept } from "./trying.ts";
import { riskOf } from "./careful.ts";
import { called } from "./calling.ts";
import { locatorOf } from "./describe.ts";
import { shortName } from "./dom.ts";

export interface Suggestions {
  steps: HabitStep[];
  risky: Array<{ step: HabitStep; why: string }>;
  skipped: PassedOver[];
}

const kClicks = /^(click|doubleClick)$/;
const kMostAlike = 5; // rows of a list: more of them would say no more

// A long path says less than what people read.
function shownLocator({ element, step }: Found): string {
  const locator = locatorOf(element);
  return locator.includes(":nth-of-type") ? step.called ?? called(element, [element]) : locator;
}

// The first of those that stand in the same place but for numbers.
function withoutRows(found: readonly Found[]): Found[] {
  const counts = new Map<string, number>();
  return found.filter(({ element, step }) => {
    const like = `${step.type} ${shortName(element)} ${step.selectors[0].join(" ")}`.replace(/\d+/g, "0");
    counts.set(like, (counts.get(like) ?? 0) + 1);
    return counts.get(like)! <= kMostAlike;
  });
}

export function suggest(
  registered: readonly Handler[], document: Document = globalThis.document, keep = kept): Suggestions {
  const { found: everywhere, skipped, handlers } = discover(registered, document);
  const found = withoutRows(everywhere);
  if (found.length > 0) found.unshift(...fillUnheard(found, handlers, document));
  const risks = new Map(found.map((each) => [each, kClicks.test(each.step.type) ? riskOf(each.element) : null]));
  const all = withHabits(found, handlers, document);
  const locators = new Map(found.map((each) => [each, shownLocator(each)]));
  const doubtful = found.filter((each) => each.leaves !== null && !risks.get(each));
  const staying = keep(doubtful, handlers); // from here on, the page is another
  const out: Suggestions = { steps: [], risky: [], skipped };
  for (const { from, step } of all) {
    const risk = from && risks.get(from);
    if (from?.leaves && !staying.has(from)) {
      skipped.push({ locator: locators.get(from)!, why: from.leaves, leaves: true });
    } else if (risk) out.risky.push({ step, why: `may ${risk}` });
    else out.steps.push(step);
  }
  return out;
}
