// What to enter into a field: something that its kind accepts and that differs from what it holds.
import {
  attributeOf, hasAttribute, inputTypeOf, isSelected, optionsOf, ownerDocumentOf, queryAll, tagOf, valueOf,
} from "./dom.ts";

// "text" for everything that is typed into, "check" for what is clicked, else the input's type; null for no field.
export function fieldKindOf(element: Element): string | null {
  const tag = tagOf(element);
  if (tag === "select" || tag === "textarea") return tag === "select" ? "select" : "text";
  const editing = attributeOf(element, "contenteditable") ?? "false";
  if (tag !== "input") return /^(true|plaintext-only)?$/.test(editing) ? "text" : null;
  const type = inputTypeOf(element);
  if (type === "checkbox" || type === "radio") return "check";
  if (/^(text|search|email|url|tel|password|number)$/.test(type)) return "text";
  return /^(range|color|date|time|datetime-local|month|week|file)$/.test(type) ? type : null;
}

const kByType: Record<string, [string, string]> = {
  email: ["user@example.org", "other@example.org"],
  url: ["https://example.org/", "https://example.org/other"],
  tel: ["5550100", "5550101"],
  password: ["Passw0rd!", "Passw0rd?"],
  color: ["#336699", "#996633"],
  date: ["2024-03-15", "2024-03-16"],
  time: ["12:30", "12:45"],
  "datetime-local": ["2024-03-15T12:30", "2024-03-16T12:30"],
  month: ["2024-03", "2024-04"],
  week: ["2024-W11", "2024-W12"],
};

// What the field's name and its place-holder give away, for fields of type text.
const kByWords: Array<[RegExp, string]> = [
  [/e-?mail/i, "email"], [/phone|\btel/i, "tel"], [/\burl\b|website/i, "url"], [/passw/i, "password"],
  [/amount|price|quantity|\bqty\b|number|\bage\b|\bzip\b/i, "number"],
];

// null when there is nothing to enter: a select with one option, a range without room. Of lists and numbers, `not` is
// not wanted either.
export function valueFor(element: Element, not: string | null = null): string | null {
  const tag = tagOf(element);
  if (tag === "select") return otherOption(element, not);
  const current = tag === "input" || tag === "textarea" ? valueOf(element) : "";
  const type = tag === "input" ? inputTypeOf(element) : "text";
  if (type === "number" || type === "range") return numberFor(element, current, not);
  const offered = offeredBy(element).find((value) => value !== current);
  if (offered) return offered;
  const kind = type === "text" ? guess(element) : type;
  if (kind === "number") return current === "12" ? "34" : "12";
  const [first, second] = kByType[kind] ?? ["test", "other"];
  return fit(element, first === current ? second : first);
}

function otherOption(select: Element, not: string | null): string | null {
  const options = [...optionsOf(select)].filter(
    (option) => !hasAttribute(option, "disabled") && !isSelected(option) && valueOf(option) !== not,
  );
  return (options.find((option) => valueOf(option) !== "") ?? options[0])?.value ?? null;
}

function numberFor(element: Element, current: string, not: string | null): string | null {
  const bound = (name: string): number | null => {
    const text = attributeOf(element, name);
    return text === null || text.trim() === "" || Number.isNaN(Number(text)) ? null : Number(text);
  };
  const isRange = inputTypeOf(element) === "range";
  const least = bound("min") ?? (isRange ? 0 : null);
  const most = bound("max") ?? (isRange ? 100 : null);
  const step = bound("step") || 1;
  const candidates = [Number(current || 0) + step, Number(current || 0) - step, least, most];
  const value = candidates.find(
    (each): each is number =>
      each !== null &&
      each >= (least ?? -Infinity) &&
      each <= (most ?? Infinity) &&
      String(each) !== current &&
      String(each) !== not,
  );
  return value === undefined ? null : String(Number(value.toPrecision(12)));
}

function offeredBy(element: Element): string[] {
  const list = attributeOf(element, "list");
  if (!list) return [];
  return queryAll(ownerDocumentOf(element)!, "datalist")
    .filter((datalist) => attributeOf(datalist, "id") === list)
    .flatMap((datalist) => queryAll(datalist, "option").map(valueOf));
}

function guess(element: Element): string {
  if (/^(numeric|decimal)$/.test(attributeOf(element, "inputmode") ?? "")) return "number";
  const telling = ["name", "id", "placeholder", "autocomplete", "aria-label"];
  const words = telling.map((name) => attributeOf(element, name)).join(" ");
  return kByWords.find(([pattern]) => pattern.test(words))?.[1] ?? "text";
}

function fit(element: Element, value: string): string {
  const least = Number(attributeOf(element, "minlength") ?? 0);
  const most = Number(attributeOf(element, "maxlength") ?? Infinity);
  return value.padEnd(least || 0, "x").slice(0, Number.isNaN(most) || most < 0 ? undefined : most);
}
