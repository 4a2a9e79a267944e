// Whether the parser of this document still works, so that the page cannot be taken for quiet: a probe may run between
// two of its pieces. While a document is loading, the parser waits for a script or a style sheet, or it works on.
import { addListener, getter, global, readyStateOf, uncurry } from "./native.ts";
import { hasBegun } from "./trace.ts";
import { loadingOf } from "./elements.ts";

// "loading": the parser is under way. "deferred": it has ended, but scripts that wait for that have not all run.
// "written": a script wrote this document, and may write on whenever it likes. "": all is done.
export type Stage = "loading" | "deferred" | "written" | "";
export interface Parsing { stage: Stage; scripts: string[] } // those that stop the parser and have not run yet

const queryAll = uncurry(
  Document.prototype.querySelectorAll as (this: Document, selector: string) => NodeListOf<HTMLScriptElement>,
);
const sourceOf = getter<string>(HTMLScriptElement.prototype, "src");
const typeOf = getter<string>(HTMLScriptElement.prototype, "type");
const isAsync = getter<boolean>(HTMLScriptElement.prototype, "async");
const isDeferred = getter<boolean>(HTMLScriptElement.prototype, "defer");
const isForOld = getter<boolean>(HTMLScriptElement.prototype, "noModule");
const kScript = /^\s*((text|application)\/(x-)?(java|ecma)script\b.*)?$/i;

const ended = new WeakSet<object>();
// An external script has run, or has failed to come.
export const noteEnded = (script: object): void => void ended.add(script);

const stopsParser = (script: HTMLScriptElement): boolean =>
  !isAsync(script) && !isDeferred(script) && !isForOld(script) && kScript.test(typeOf(script)) &&
  loadingOf(script) === undefined && !hasBegun(script) && !ended.has(script);

let isParsed = false;

export function parsing(): Parsing {
  const state = readyStateOf(global.document);
  const stage = isParsed ? (state === "loading" ? "written" : "") : state === "loading" ? "loading" : "deferred";
  if (stage === "" || stage === "deferred") return { stage, scripts: [] };
  const scripts = [...queryAll(global.document, "script[src]")].filter(stopsParser);
  return { stage, scripts: scripts.map((script) => sourceOf(script).replace(/#.*$/, "")) };
}

export function installParser(): void {
  // A blank document has nothing to parse.
  isParsed = readyStateOf(global.document) === "complete" || global.location.href === "about:blank";
  addListener(global.document, "DOMContentLoaded", () => {
    isParsed = true;
  }, true);
}
