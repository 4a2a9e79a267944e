// Fields of date and time consist of parts, which the arrow keys step through: up and down change a part, left and
// right go to the next one.

interface Neighbour {
  near: string;  // a value from which one stroke leads to the wanted one
  key: string;   // that stroke
  part: number;  // in which part of the field, from the left
  parts: number; // how many there are
}

// Which parts there are, in the order of the page's language.
function orderOf(options: Intl.DateTimeFormatOptions): string[] {
  return new Intl.DateTimeFormat(undefined, options).formatToParts(new Date(0))
    .map(({ type }) => type).filter((type) => type !== "literal");
}

const pad = (value: number, length = 2): string => String(value).padStart(length, "0");

// The number before it, or the one after it where there is none before.
const step = (value: number, least: number, by = 1): [number, string] =>
  value - by >= least ? [value - by, "ArrowUp"] : [value + by, "ArrowDown"];

function nearDate(value: string): [string, string] {
  const [day, key] = step(Number(value.slice(8, 10)), 1);
  return [value.slice(0, 8) + pad(day) + value.slice(10), key];
}

// With a step of whole minutes the arrow keys go from multiple to multiple.
function nearTime(value: string, seconds: number): [string, string] {
  const by = seconds >= 120 && seconds < 3600 && seconds % 60 === 0 ? seconds / 60 : 1;
  const [minute, key] = step(Number(value.slice(3, 5)), 0, by);
  return [value.slice(0, 3) + pad(minute) + value.slice(5), key];
}

export function neighbourOf(type: string, value: string, stepText: string): Neighbour {
  const day: Intl.DateTimeFormatOptions = { year: "numeric", month: "2-digit", day: "2-digit" };
  if (type === "time") {
    const [near, key] = nearTime(value, Number(stepText) || 60);
    return { near, key, part: 1, parts: value.length > 5 ? 5 : 3 };
  }
  if (type === "month") {
    const [year, key] = step(Number(value.slice(0, -3)), 1);
    const order = orderOf({ year: "numeric", month: "long" });
    return { near: pad(year, 4) + value.slice(-3), key, part: order.indexOf("year"), parts: 2 };
  }
  if (type === "week") {
    const [week, key] = step(Number(value.slice(-2)), 1);
    return { near: value.slice(0, -2) + pad(week), key, part: 0, parts: 2 };
  }
  const [near, key] = nearDate(value);
  return { near, key, part: orderOf(day).indexOf("day"), parts: type === "date" ? 3 : 8 };
}
