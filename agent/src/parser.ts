// Whether the parser of this document still works, so that the page cannot be taken for quiet: a probe may run between
// two of its pieces. While a document is loading, the parser waits for a script or a style sheet, or it works on.
//
// And which scripts have not run yet: one that has come may still be compiled elsewhere, and no probe sees that.
import { addListener, getter, global, readyStateOf, uncurry } from "./native.ts";
import { hasBegun } from "./trace.ts";
import { insertedScripts, isInserted, loadingOf } from "./elements.ts";

// "loading": the parser is under way. "deferred": it has ended, but scripts that wait for that have not all run.
// "written": a script wrote this document, and may write on whenever it likes. "": all is done.
export type Stage = "loading" | "deferred" | "written" | "";
// Scripts that run in this order, each as soon as it has come. `mayWait`: also for what has no element of its own, the
// imports of a module, or style sheets.
interface Queue { urls: string[]; mayWait: boolean }
export interface Parsing {
  stage: Stage;
  scripts: string[]; // those that stop the parser and have not run yet
  queues: Queue[]; // those that do not
}

const queryAll = uncurry(
  Document.prototype.querySelectorAll as (this: Document, selector: string) => NodeListOf<HTMLScriptElement>,
);
const sourceOf = getter<string>(HTMLScriptElement.prototype, "src");
const typeOf = getter<string>(HTMLScriptElement.prototype, "type");
const isAsync = getter<boolean>(HTMLScriptElement.prototype, "async");
const isDeferred = getter<boolean>(HTMLScriptElement.prototype, "defer");
const isForOld = getter<boolean>(HTMLScriptElement.prototype, "noModule");
const kModule = /^\s*module\s*$/i;
const kScript = /^\s*((text|application)\/(x-)?(java|ecma)script\b.*)?$/i;

const ended = new WeakSet<object>();
// An external script has run, or has failed to come.
export const noteEnded = (script: object): void => void ended.add(script);

const stopsParser = (script: HTMLScriptElement): boolean =>
  !isAsync(script) && !isDeferred(script) && !isForOld(script) && kScript.test(typeOf(script)) &&
  loadingOf(script) === undefined && !hasBegun(script) && !ended.has(script);

const isModule = (script: HTMLScriptElement): boolean => kModule.test(typeOf(script));
const urlOf = (script: HTMLScriptElement): string => sourceOf(script).replace(/#.*$/, "");
const queueOf = (scripts: HTMLScriptElement[], mayWait = scripts.some(isModule)): Queue[] =>
  scripts.length === 0 ? [] : [{ urls: scripts.map(urlOf), mayWait }];

// `parsers`: the elements that the parser made. Deferred scripts are a queue only when the parser has ended; before,
// they wait for it.
function queues(parsers: HTMLScriptElement[], hasEnded: boolean): Queue[] {
  const runs = (script: HTMLScriptElement): boolean =>
    !ended.has(script) && (isModule(script) || (kScript.test(typeOf(script)) && !isForOld(script)));
  const left = parsers.filter(runs);
  const inserted = insertedScripts((script) => !ended.has(script)).filter(runs);
  const isLast = (script: HTMLScriptElement): boolean => !isAsync(script) && (isDeferred(script) || isModule(script));
  const deferred = hasEnded ? left.filter(isLast) : [];
  return [
    ...[...left, ...inserted].filter(isAsync).flatMap((script) => queueOf([script])),
    ...queueOf(inserted.filter((script) => !isAsync(script))),
    ...queueOf(deferred, true),
  ];
}

let isParsed = false;

export function parsing(): Parsing {
  const state = readyStateOf(global.document);
  const stage = isParsed ? (state === "loading" ? "written" : "") : state === "loading" ? "loading" : "deferred";
  const parsers = [...queryAll(global.document, "script[src]")].filter((script) => !isInserted(script));
  const stops = stage === "loading" || stage === "written" ? parsers.filter(stopsParser) : [];
  return { stage, scripts: stops.map(urlOf), queues: queues(parsers, stage === "deferred") };
}

export function installParser(): void {
  // A blank document has nothing to parse.
  isParsed = readyStateOf(global.document) === "complete" || global.location.href === "about:blank";
  addListener(global.document, "DOMContentLoaded", () => {
    isParsed = true;
  }, true);
}
