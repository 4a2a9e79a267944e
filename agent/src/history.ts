// Going back and forth within the document, and to a fragment of it, takes the browser a while; the page then hears of
// it. Until then it is not quiet.
import { addListener, apply } from "./native.ts";
import { wrapMethod } from "./disguise.ts";
import { calls, fork, isRunning, lastBegun, record, type EventId } from "./trace.ts";
import { countPending } from "./requests.ts";

interface Expected { event: EventId; done: () => void }
const expected: Record<string, Expected[]> = { popstate: [], hashchange: [] };

function expect(type: string): void {
  expected[type].push({ event: fork("other", type, { how: "history" }), done: countPending() });
}

// The event that a popstate or hashchange belongs to; null when it is part of the one that runs.
export function arriving(type: string): EventId | null {
  const known = expected[type].shift();
  if (known !== undefined) {
    known.done();
    return known.event;
  }
  return isRunning() ? null : fork("other", type, { cause: lastBegun(), how: "history" });
}

// Whether going `by` entries leads to one of this document.
function staysHere(by: number): boolean {
  const navigation = (globalThis as any).navigation;
  const index = navigation?.currentEntry?.index ?? -1;
  return by !== 0 && index >= 0 && Boolean(navigation.entries()[index + by]?.sameDocument);
}

export function installHistory(): void {
  const steps: Array<[string, (args: any[]) => number]> = [
    ["back", () => -1], ["forward", () => 1], ["go", (args) => Number(args[0] ?? 0) | 0],
  ];
  for (const [name, by] of steps) {
    wrapMethod(History.prototype, name, (native, self, args) => {
      const stays = staysHere(by(args));
      const result = apply(native, self, args);
      if (stays) expect("popstate");
      return result;
    });
  }
  for (const name of ["pushState", "replaceState"]) {
    wrapMethod(History.prototype, name, (native, self, args) => {
      const result = apply(native, self, args);
      if (args[2] !== undefined && args[2] !== null) record("write", { ...calls(), text: "page:address" });
      return result;
    });
  }
  // `location.hash = …` cannot be watched; what it starts can.
  const navigation = (globalThis as any).navigation as EventTarget | undefined;
  if (!navigation) return;
  addListener(navigation, "navigate", (event: any) => {
    const isNew = event.navigationType === "push" || event.navigationType === "replace";
    if (!isNew || !event.hashChange || event.downloadRequest) return;
    record("write", { ...calls(), text: "page:address" });
    expect("hashchange");
  });
}
