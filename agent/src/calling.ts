// What people call an element whose selectors say little: by its name, and where others have the same name, by what
// stands around it: “Delete” in “Buy milk”.
import { flatAncestors, holds, isElement, isText, matches, nodeValueOf, shortName, squeeze } from "./dom.ts";
import { flatChildren, isSilent, nameOf } from "./accessible.ts";

const kLongest = 40;
const kLongestRow = 80; // more is no row, but half the page
const kMostToTell = 30; // namesakes: nobody finds one among more by what stands around it
const kControls = "button, input, select, textarea, a[href], [role=button], [role=link]";

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= kLongest ? text : `${characters.slice(0, kLongest - 1).join("").trimEnd()}…`;
}

// As a person reads it: the letters of icon fonts are pictures.
export const readName = (element: Element): string => squeeze(nameOf(element).replace(/[\uE000-\uF8FF]/g, ""));

// The beginning of the text within an element, without what is in the elements that are left out.
function textWithout(isOut: (element: Element) => boolean, within: Element): string {
  let out = "";
  const visit = (element: Element): void => {
    for (const child of flatChildren(element)) {
      if (out.length > 4 * kLongest) return;
      if (isText(child)) out += nodeValueOf(child) ?? "";
      else if (isElement(child) && !isSilent(child) && !isOut(child)) {
        out += " ";
        visit(child);
      }
    }
  };
  visit(within);
  return squeeze(out);
}

// What is written around an element, as far as none of the others is there, too.
function around(element: Element, others: Element[]): string {
  const isShared = (at: Element): boolean => others.some((other) => other !== element && holds(at, other));
  const row = flatAncestors(element).filter((at) => !isShared(at)).at(-1) ?? element;
  return textWithout((inner) => matches(inner, kControls), row) || textWithout((inner) => inner === element, row);
}

// `namesakes`: all elements that have the same name, or look alike when they have none; this one among them.
export function called(element: Element, namesakes: Element[]): string {
  const name = readName(element);
  const own = name ? `“${shorten(name)}”` : shortName(element);
  if (namesakes.length < 2) return own;
  const place = namesakes.indexOf(element);
  if (namesakes.length > kMostToTell) return `${own} (${place + 1} of ${namesakes.length})`;
  const texts = namesakes.map((each) => around(each, namesakes));
  const isShort = texts[place] !== "" && [...texts[place]].length <= kLongestRow;
  const isTelling = isShort && texts.indexOf(texts[place]) === texts.lastIndexOf(texts[place]);
  return isTelling ? `${own} in “${shorten(texts[place])}”` : `${own} (${place + 1} of ${namesakes.length})`;
}
