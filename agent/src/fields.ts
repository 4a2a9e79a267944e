// The page's part in steps that mouse and keyboard alone cannot perform exactly: where the option, the thumb of a
// slider or a frame is, what a field holds and what is to be typed, scroll positions, and whether an element is
// there.
//
// The lab performs all of it with real input where a person could, so that the page gets the events that a person's
// action brings, and trusts them. Only a colour has to be set here.
import { addListener, getter, getOwnPropertyDescriptor, global, uncurry } from "./native.ts";
import { frame } from "./frames.ts";
import {
  allElements, clientSizeOf, inputTypeOf, isChecked, isSelected, matches, optionsOf, rectOf, scrollIntoView, shortName,
  styleOf, tagOf, valueOf, viewOf,
} from "./dom.ts";
import type { Answer, Change, Typing, Wanted } from "./contract.ts";
import { locate, matching } from "./locate.ts";
import { isInView, whyHidden, whyMissed, whyOutOfReach, type Point } from "./visible.ts";
import { neighbourOf } from "./dates.ts";

const refuse = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });

const assign = uncurry(getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!);
const focusOn = uncurry(HTMLElement.prototype.focus);
const leave = uncurry(HTMLElement.prototype.blur);
const selectText: Record<string, (element: any) => void> = {
  input: uncurry(HTMLInputElement.prototype.select), textarea: uncurry(HTMLTextAreaElement.prototype.select),
};
const selectionOf = global.getSelection.bind(global);
const scrollPage = global.scrollTo.bind(global);
const scrollElement = uncurry(Element.prototype.scrollTo as (this: Element, options: ScrollToOptions) => void);
const textWithin = getter<string>(HTMLElement.prototype, "innerText");
const cloneOf = uncurry(Node.prototype.cloneNode);
const windowOf: Record<string, (element: any) => unknown> = {
  iframe: getter(HTMLIFrameElement.prototype, "contentWindow"),
  frame: getter(HTMLFrameElement.prototype, "contentWindow"),
  object: getter(HTMLObjectElement.prototype, "contentWindow"),
};

const isTyped = (element: Element): boolean => tagOf(element) === "input" || tagOf(element) === "textarea";
const held = (element: Element): string =>
  isTyped(element) ? valueOf(element) : textWithin(element).replace(/\n$/, "");

// What the field would hold if it were given this value; "" for a value that its kind refuses.
function accepted(input: HTMLInputElement, value: string): string {
  const copy = cloneOf(input, false);
  assign(copy, value);
  return valueOf(copy as Element);
}

// Scroll and resize events come with the next frame.
async function drawn(): Promise<{ ok: true }> {
  for (let i = 0; i < 2; ++i) await frame();
  return { ok: true };
}

function find(alternatives: string[][], need: "type" | "exists", act: (element: any) => any): Answer<any> {
  const found = locate(global.document, alternatives, { need });
  return found.ok ? act(found.element) : refuse(found.reason);
}

const middle = ({ left, right, top, bottom }: DOMRect): Point => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

// The option to choose: where it is in a list that is open all the time, else how many steps down it is.
function planChoice(select: HTMLSelectElement, wanted: string): Answer<Change> {
  const options = [...optionsOf(select)];
  const option =
    options.find((each) => valueOf(each) === wanted) ?? options.find((each) => each.label.trim() === wanted);
  if (!option) return refuse(`the list has no option “${wanted}”`);
  if (matches(option, ":disabled")) return refuse(`the option “${wanted}” is disabled`);
  if (styleOf(option).display === "none") return refuse(`the option “${wanted}” is hidden`);
  const chosen = options.filter(isSelected);
  if (chosen.length === 1 && chosen[0] === option) return { ok: true, how: "nothing" };
  if (select.multiple || select.size > 1) {
    scrollIntoView(option, { block: "nearest", inline: "nearest", behavior: "instant" });
    const point = middle(rectOf(option));
    const why = isInView(option, point) ? whyMissed(option, point) : "outside: not in the viewport";
    return why ? refuse(`the option “${wanted}” is ${why}`) : { ok: true, how: "click", ...point };
  }
  const from = options.findIndex(isSelected);
  const to = options.indexOf(option);
  const isStop = (each: Element): boolean => !matches(each, ":disabled") && styleOf(each).display !== "none";
  const between = to > from ? options.slice(from + 1, to + 1) : options.slice(to, from);
  const moves = between.filter(isStop).length;
  return { ok: true, how: "keys", isOpen: matches(select, ":open"), moves: to > from ? moves : -moves };
}

// Where to let go of the thumb so that a slider takes the value, as far as its shape tells.
function planSlide(input: HTMLInputElement, wanted: string): Answer<Change> {
  const value = accepted(input, wanted);
  if (Number.isNaN(Number(wanted)) || wanted.trim() === "") return refuse(`“${wanted}” is not a number`);
  if (value === valueOf(input)) return { ok: true, how: "nothing" };
  const bound = (text: string, otherwise: number): number =>
    text === "" || Number.isNaN(Number(text)) ? otherwise : Number(text);
  const [least, most] = [bound(input.min, 0), bound(input.max, 100)];
  const rect = rectOf(input);
  const isUpright = rect.height > rect.width;
  const isReversed =
    (styleOf(input).direction === "rtl") !== (isUpright && styleOf(input).writingMode === "horizontal-tb");
  const share = most > least ? (Number(value) - least) / (most - least) : 0;
  const along = isReversed ? 1 - share : share;
  const [length, width] = isUpright ? [rect.height, rect.width] : [rect.width, rect.height];
  const thumb = Math.min(16, width);
  const at = thumb / 2 + along * (length - thumb);
  const point = isUpright
    ? { x: rect.left + width / 2, y: rect.top + at }
    : { x: rect.left + at, y: rect.top + width / 2 };
  const perUnit = ((length - thumb) / (most - least || 1)) * (isReversed ? -1 : 1);
  return {
    ok: true,
    how: "slide",
    ...point,
    value,
    dx: isUpright ? 0 : perUnit,
    dy: isUpright ? perUnit : 0,
    step: bound(input.step, 1) || 1,
  };
}

let taken: string | null = null; // what the field held when it last told of its input

// A field of date or time is given a value that is one key stroke away from the wanted one, unseen by the page; the
// stroke that is left changes it.
function planDate(input: HTMLInputElement, wanted: string): Answer<Change> {
  const type = inputTypeOf(input);
  const value = accepted(input, wanted);
  if (value === "" && wanted !== "") return refuse(`“${wanted}” is not a ${type}`);
  if (value === valueOf(input)) return { ok: true, how: "nothing" };
  const { part, near, key, parts } = neighbourOf(type, value, input.step);
  const isFocused = matches(input, ":focus");
  if (!isFocused) focusOn(input);
  taken = null;
  addListener(input, "input", () => void (taken = valueOf(input)), { capture: true, once: true });
  if (value !== "") assign(input, near);
  const keys = [
    ...(matches(input, ":open") ? ["Escape"] : []), ...(isFocused ? Array(parts - 1).fill("ArrowLeft") : []),
    ...Array(value === "" ? 0 : part).fill("ArrowRight"), value === "" ? "Backspace" : key,
  ];
  return { ok: true, how: "keys", keys, value };
}

function planCheck(input: HTMLInputElement, wanted: string): Answer<Change> {
  const isWanted = !/^(false|off|0|no|unchecked)?$/i.test(wanted);
  if (isChecked(input) === isWanted) return { ok: true, how: "nothing" };
  if (!isWanted && inputTypeOf(input) === "radio") return refuse("a radio button cannot be unchecked by itself");
  return { ok: true, how: "click" };
}

function planChange(element: HTMLElement, value: string): Answer<Change> {
  if (tagOf(element) === "select") return planChoice(element as HTMLSelectElement, value);
  if (tagOf(element) === "textarea" || element.isContentEditable) return { ok: true, how: "type" };
  if (tagOf(element) !== "input") return refuse(`<${tagOf(element)}> has no value that could be changed`);
  const input = element as HTMLInputElement;
  switch (inputTypeOf(input)) {
    case "checkbox":
    case "radio": return planCheck(input, value);
    case "range": return planSlide(input, value);
    case "date":
    case "time":
    case "datetime-local":
    case "month":
    case "week":
      return planDate(input, value);
    case "color":
      return accepted(input, value) === valueOf(input) ? { ok: true, how: "nothing" } : { ok: true, how: "set" };
    case "file":
      return refuse("files cannot be chosen in a replay");
    case "submit":
    case "button":
    case "reset":
    case "image": return refuse("a button has no value that could be changed");
    default: return { ok: true, how: "type" };
  }
}

// Selects what is to be replaced, or puts the caret at the end; the answer says what is left to type.
function prepareTyping(
  element: HTMLElement,
  value: string,
  options: { clear: boolean; extend: boolean },
): Answer<Typing> {
  const text = held(element);
  const selection = selectionOf()!;
  const goesOn = options.extend && text !== "" && value.length > text.length && value.startsWith(text);
  if (!options.clear || goesOn) {
    if (text !== "") selection.modify("move", "forward", "documentboundary");
    return { ok: true, rest: goesOn ? value.slice(text.length) : value, erase: false };
  }
  if (text === "") return { ok: true, rest: value, erase: false };
  if (isTyped(element)) selectText[tagOf(element)](element);
  else selection.selectAllChildren(element);
  return { ok: true, rest: value, erase: value === "" };
}

// Where a point of a frame's content is in this document.
function placeIn(owner: Element, { x, y }: Point): Point {
  const rect = rectOf(owner);
  const html = owner as HTMLElement;
  const style = styleOf(owner);
  const scale = {
    x: rect.width / (html.offsetWidth || rect.width),
    y: rect.height / (html.offsetHeight || rect.height),
  };
  return {
    x: rect.left + (html.clientLeft + parseFloat(style.paddingLeft) + x) * scale.x,
    y: rect.top + (html.clientTop + parseFloat(style.paddingTop) + y) * scale.y,
  };
}

function placeOfFrame(index: number, inner: Point): Answer<Point> {
  const child = (global as any)[index];
  const owner = [...allElements(global.document)].find((each) => child && windowOf[tagOf(each)]?.(each) === child);
  if (!owner) return refuse("the page has no such frame");
  const why = whyHidden(owner) ?? whyOutOfReach(owner);
  if (why) return refuse(`the frame ${shortName(owner)} is ${why}`);
  let point = placeIn(owner, inner);
  if (!isInView(owner, point)) scrollIntoView(owner, { block: "center", inline: "center", behavior: "instant" });
  point = placeIn(owner, inner);
  const view = viewOf(global.document)!;
  if (point.y < 0 || point.y >= view.innerHeight) {
    scrollPage({ top: view.scrollY + point.y - view.innerHeight / 2, behavior: "instant" });
    point = placeIn(owner, inner);
  }
  const missed = whyMissed(owner, point);
  return missed ? refuse(`the frame ${shortName(owner)} is ${missed}`) : { ok: true, ...point };
}

// Whether a property is what the flow expects; objects are compared member by member, as far as the flow names them.
function isLike(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== "object" || expected === null) return actual === expected;
  if (typeof actual !== "object" || actual === null) return false;
  return Object.entries(expected).every(([name, value]) => isLike((actual as any)[name], value));
}

// The Recorder's waitForElement. Of elements that are to be hidden, none may be seen; it does not matter whether they
// are still there.
function matchesAll(alternatives: string[][], wanted: Wanted): Answer {
  const fits = (element: Element): boolean =>
    (wanted.visible === undefined || whyHidden(element) === null) &&
    Object.entries(wanted.attributes ?? {}).every(([name, value]) => element.getAttribute(name) === value) &&
    isLike(element, wanted.properties ?? {});
  const n = matching(global.document, alternatives).filter(fits).length;
  const holds =
    wanted.comparison === ">="
      ? n >= wanted.count
      : wanted.comparison === "<="
        ? n <= wanted.count
        : n === wanted.count;
  if (holds === (wanted.visible ?? true)) return { ok: true };
  const text = alternatives.map((chain) => chain.join(" >>> ")).join(", ");
  const kind = wanted.visible === undefined ? "" : "visible ";
  const amount = `${n} ${kind}element${n === 1 ? "" : "s"}`;
  const relation = `${wanted.visible === false ? "" : "not "}${wanted.comparison} ${wanted.count}`;
  return refuse(`the page has settled with ${amount} for ${text}, ${relation}`);
}

export const fields = {
  planChange: (alternatives: string[][], value: string): Answer<Change> =>
    find(alternatives, "type", (element) => planChange(element, value)),
  prepareTyping: (
    alternatives: string[][],
    value: string,
    options: { clear: boolean; extend: boolean },
  ): Answer<Typing> => find(alternatives, "type", (element) => prepareTyping(element, value, options)),
  taken: (): Answer<{ value: string | null }> => ({ ok: true, value: taken }),
  held: (alternatives: string[][]): Answer<{ value: string }> =>
    find(alternatives, "exists", (element) => ({ ok: true, value: held(element) })),
  // Text fields tell of their change when they are left.
  leave: (alternatives: string[][]): Answer =>
    find(alternatives, "exists", (element) => (leave(element), { ok: true })),
  setValue: (alternatives: string[][], value: string): Answer =>
    find(alternatives, "exists", (element) => {
      assign(element, value);
      for (const type of ["input", "change"])
        element.dispatchEvent(new Event(type, { bubbles: true, composed: type === "input" }));
      return { ok: true };
    }),
  async scroll(alternatives: string[][] | null, x: number, y: number): Promise<Answer> {
    const to: ScrollToOptions = { left: x, top: y, behavior: "instant" };
    const done = alternatives === null ? { ok: true as const } : find(alternatives, "exists", (element) => {
      const why = whyHidden(element);
      if (!why) scrollElement(element, to);
      return why ? refuse(why) : { ok: true };
    });
    if (!done.ok) return done;
    if (alternatives === null) scrollPage(to);
    return drawn();
  },
  drawn,
  placeOfFrame: (index: number, x: number, y: number): Answer<Point> => placeOfFrame(index, { x, y }),
  matches: matchesAll,
};
