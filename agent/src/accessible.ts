// The role and the accessible name of an element: what a screen reader says, and what a person would call it.
// After "Accessible Name and Description Computation 1.2" and "HTML Accessibility API Mappings"; the letters are the
// steps of the former.
import {
  assignedNodes, attributeOf, childrenOf, flatAncestors, hasAttribute, inputTypeOf, isElement, isSelected, isText,
  labelsOf, nodeValueOf, optionsOf, queryAll, rootOf, shadowOf, squeeze, styleOf, tagOf, valueOf,
} from "./dom.ts";

const kRoles: Record<string, string> = {
  article: "article", aside: "complementary", body: "generic", button: "button", caption: "caption",
  code: "code", datalist: "listbox", dd: "definition", details: "group", dialog: "dialog", div: "generic",
  dt: "term", em: "emphasis", fieldset: "group", figure: "figure", footer: "contentinfo", form: "form",
  h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading", header: "banner",
  hr: "separator", html: "document", iframe: "Iframe", label: "LabelText", legend: "Legend", li: "listitem",
  main: "main", menu: "list", meter: "meter", nav: "navigation", ol: "list", optgroup: "group", option: "option",
  output: "status", p: "paragraph", progress: "progressbar", search: "search", span: "generic", strong: "strong",
  summary: "DisclosureTriangle", svg: "img", table: "table", tbody: "rowgroup", td: "cell", textarea: "textbox",
  tfoot: "rowgroup", th: "columnheader", thead: "rowgroup", time: "time", tr: "row", ul: "list",
};
const kInputRoles: Record<string, string> = {
  button: "button", checkbox: "checkbox", image: "button", number: "spinbutton", radio: "radio", range: "slider",
  reset: "button", search: "searchbox", submit: "button", file: "button",
};
const kNamedByContent = new Set([
  "button", "cell", "checkbox", "columnheader", "DisclosureTriangle", "gridcell", "heading", "link", "menuitem",
  "menuitemcheckbox", "menuitemradio", "option", "radio", "rowheader", "switch", "tab", "tooltip", "treeitem",
]);

export function roleOf(element: Element): string {
  const given = (attributeOf(element, "role") ?? "").trim().split(/\s+/)[0];
  if (given) return given;
  const tag = tagOf(element);
  switch (tag) {
    case "a":
    case "area": return hasAttribute(element, "href") ? "link" : "generic";
    case "img": return attributeOf(element, "alt") === "" ? "presentation" : "img";
    case "section": {
      const isNamed = hasAttribute(element, "aria-label") || hasAttribute(element, "aria-labelledby");
      return isNamed ? "region" : "generic";
    }
    case "select": {
      const isOpen = hasAttribute(element, "multiple") || Number(attributeOf(element, "size")) > 1;
      return isOpen ? "listbox" : "combobox";
    }
    case "input": {
      const type = inputTypeOf(element);
      const text = kInputRoles[type] ?? "textbox";
      return hasAttribute(element, "list") && (text === "textbox" || text === "searchbox") ? "combobox" : text;
    }
    default: return kRoles[tag] ?? "generic";
  }
}

// Chromium has called pictures "img" and "image" in turn.
export const hasRole = (element: Element, role: string): boolean =>
  (roleOf(element) === "img" ? "image" : roleOf(element)) === (role === "img" ? "image" : role);

// Whether assistive technology, like the eye, passes the element over.
export function isHiddenFromAll(element: Element): boolean {
  if (styleOf(element).visibility !== "visible") return true;
  return flatAncestors(element).some((at) =>
    styleOf(at).display === "none" || attributeOf(at, "aria-hidden") === "true");
}

interface Visit {
  seen: Set<Element>;
  byReference: boolean; // within aria-labelledby, where hidden elements and no further references count
  inside: boolean; // below the element whose name is asked for
}

export function nameOf(element: Element): string {
  return squeeze(compute(element, { seen: new Set(), byReference: false, inside: false }));
}

function compute(element: Element, visit: Visit): string {
  if (visit.seen.has(element)) return "";
  visit.seen.add(element);
  if (!visit.byReference && visit.inside && isHiddenHere(element)) return ""; // A
  if (!visit.byReference) {
    const named = byReference(element); // B
    if (named) return named;
  }
  const held = visit.inside ? embeddedValue(element) : null; // C
  if (held !== null) return held;
  const label = squeeze(attributeOf(element, "aria-label") ?? ""); // D
  if (label) return label;
  const native = byMarkup(element, visit); // E
  if (native !== null && squeeze(native)) return native;
  if (visit.inside || visit.byReference || kNamedByContent.has(roleOf(element))) { // F
    const content = byContent(element, visit);
    if (squeeze(content)) return content;
  }
  return attributeOf(element, "title") ?? placeholderOf(element); // I
}

function isHiddenHere(element: Element): boolean {
  const style = styleOf(element);
  return style.display === "none" || style.visibility !== "visible" || attributeOf(element, "aria-hidden") === "true";
}

function byReference(element: Element): string {
  const ids = (attributeOf(element, "aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
  const root = rootOf(element);
  const names = ids.map((id) => {
    const [target] = queryAll(root, `[id="${id.replace(/["\\]/g, "\\$&")}"]`);
    return target ? compute(target, { seen: new Set(), byReference: true, inside: false }) : "";
  });
  return squeeze(names.join(" "));
}

// What a control within a label, or within a button, contributes: its value.
function embeddedValue(element: Element): string | null {
  switch (roleOf(element)) {
    case "textbox":
    case "searchbox":
    case "spinbutton":
    case "slider":
      return attributeOf(element, "aria-valuetext") ?? attributeOf(element, "aria-valuenow") ?? valueOf(element);
    case "combobox":
    case "listbox": return tagOf(element) === "select" ? chosenText(element) : valueOf(element);
    default: return null;
  }
}

const chosenText = (select: Element): string =>
  [...optionsOf(select)].filter((option) => isSelected(option)).map((option) => textOf(option)).join(" ");

const placeholderOf = (element: Element): string =>
  attributeOf(element, "placeholder") ?? attributeOf(element, "aria-placeholder") ?? "";

function byMarkup(element: Element, visit: Visit): string | null {
  const tag = tagOf(element);
  if (tag === "input") {
    const type = inputTypeOf(element);
    const given = attributeOf(element, "value");
    if (type === "submit") return given ?? "Submit";
    if (type === "reset") return given ?? "Reset";
    if (type === "button") return given;
    if (type === "image") return attributeOf(element, "alt") ?? attributeOf(element, "title") ?? "Submit";
  }
  if (tag === "img" || tag === "area") return attributeOf(element, "alt");
  if (tag === "svg") return byChild(element, "title", visit);
  if (tag === "fieldset") return byChild(element, "legend", visit);
  if (tag === "figure") return byChild(element, "figcaption", visit);
  if (tag === "table") return byChild(element, "caption", visit);
  if (tag === "optgroup" || tag === "option") {
    const label = attributeOf(element, "label");
    if (label) return label;
  }
  const labels = labelsOf(element).filter((label) => !visit.seen.has(label));
  if (labels.length === 0) return null;
  const inner = { ...visit, inside: true };
  return labels.map((label) => compute(label, inner)).join(" ");
}

function byChild(element: Element, tag: string, visit: Visit): string | null {
  for (const child of childrenOf(element)) {
    if (isElement(child) && tagOf(child) === tag) return compute(child, { ...visit, inside: true });
  }
  return null;
}

function byContent(element: Element, visit: Visit): string {
  let out = generated(element, "::before");
  for (const child of flatChildren(element)) {
    if (isText(child)) out += nodeValueOf(child) ?? "";
    if (!isElement(child)) continue;
    if (tagOf(child) === "br") out += " ";
    const part = compute(child, { ...visit, inside: true });
    out += isInline(child) ? part : ` ${part} `;
  }
  return out + generated(element, "::after");
}

function generated(element: Element, pseudo: string): string {
  const { content } = styleOf(element, pseudo);
  const text = /^"((?:[^"\\]|\\.)*)"/.exec(content);
  return text ? text[1].replace(/\\(.)/g, "$1") : "";
}

const isInline = (element: Element): boolean => /^(inline|contents)$/.test(styleOf(element).display);

// The children as they are rendered: those of the shadow root, with what is slotted in place of slots.
export function flatChildren(element: Element): Node[] {
  const shadow = shadowOf(element);
  if (shadow) return [...childrenOf(shadow)];
  if (tagOf(element) === "slot") {
    const assigned = assignedNodes(element as HTMLSlotElement);
    if (assigned.length > 0) return assigned;
  }
  return [...childrenOf(element)];
}


const kSilent = new Set(["head", "script", "style", "noscript", "template"]);

// All the text within, through shadow roots; the value of a text field.
export function textOf(element: Element): string {
  const tag = tagOf(element);
  if (kSilent.has(tag)) return "";
  if (tag === "input") return /^(checkbox|radio|image|hidden)$/.test(inputTypeOf(element)) ? "" : valueOf(element);
  if (tag === "textarea") return valueOf(element);
  let out = "";
  for (const child of flatChildren(element)) {
    if (isText(child)) out += nodeValueOf(child) ?? "";
    else if (isElement(child)) out += textOf(child);
  }
  return out;
}

export const isSilent = (element: Element): boolean => kSilent.has(tagOf(element));
