// Whether a handler keeps a click from leaving the page: the click is made, and what it would do beyond the document is
// muted. The page is of no use afterwards.
import { global, uncurry } from "./native.ts";
import { setMuted } from "./mute.ts";
import { attributeOf, isConnected, tagOf } from "./dom.ts";
import { reaches, type Found, type Handler } from "./discover.ts";

const kMostTries = 40;
const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
const attributeNames = uncurry(Element.prototype.getAttributeNames);

function isPrevented(element: Element): boolean {
  setMuted(true);
  const how = { bubbles: true, cancelable: true, composed: true, view: global, button: 0, detail: 1 };
  return !dispatch(element, new PointerEvent("click", how));
}

interface Doubt { found: Found; looks: string }

// Of what would leave the page, what does not. What a try before has taken away, or comes after many, is taken for what
// another was that looks like it and is heard by the same handlers.
export function kept(doubtful: readonly Found[], handlers: readonly Handler[]): Set<Found> {
  const doubts: Doubt[] = doubtful.flatMap((found) => {
    const { element } = found;
    const hears = ({ target, type }: Handler): boolean => type === "click" && reaches(target, element);
    const heard = handlers.flatMap((handler, place) => (hears(handler) ? [place] : []));
    const isElsewhere = (element as HTMLAnchorElement).origin !== global.location.origin;
    const looks = [heard, isElsewhere, tagOf(element), attributeOf(element, "class"), attributeNames(element).sort()];
    return heard.length > 0 ? [{ found, looks: JSON.stringify(looks) }] : [];
  });
  const answers = new Map<string, boolean>(); // by looks
  const out = new Set<Found>();
  let tries = 0;
  for (const { found, looks } of doubts) {
    const isTried = isConnected(found.element) && (++tries <= kMostTries || !answers.has(looks));
    const isKept = isTried ? isPrevented(found.element) : answers.get(looks);
    answers.set(looks, isKept ?? false);
    if (isKept) out.add(found);
  }
  return out;
}
