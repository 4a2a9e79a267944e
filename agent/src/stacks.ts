// Call stacks without the agent: what a page reads from `error.stack` is what it would read without us, and the agent
// itself can ask where the page called it.
//
// V8 hands each stack to `Error.prepareStackTrace` when it is first read. Ours takes our frames out. The page sees an
// `Error` on which that property is the page's own, or missing.
import {
  apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, global, setPrototypeOf, uncurry,
} from "./native.ts";
import { disguise } from "./disguise.ts";

// As far as we need it: https://v8.dev/docs/stack-trace-api
interface CallSite {
  getScriptNameOrSourceURL(): string | null | undefined;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
  isEval(): boolean;
  getFunctionName(): string | null;
  toString(): string;
}
export interface Where {
  url: string;
  line: number;
  column: number;
}

const kHook = "prepareStackTrace";
const NativeError = Error as ErrorConstructor & { stackTraceLimit: number; prepareStackTrace?: unknown };
const describe = uncurry(Error.prototype.toString);
let raw = false; // the agent asks for itself

// Only scripts that the lab injects have neither a URL nor an eval around them.
const isOurs = (site: CallSite): boolean =>
  !site.getScriptNameOrSourceURL() && site.getLineNumber() !== null && !site.isEval();
const isBuiltIn = (site: CallSite): boolean => site.getLineNumber() === null;

// Without our frames and without the built-in functions that we called.
function visible(sites: CallSite[]): CallSite[] {
  const kept: CallSite[] = [];
  for (const site of sites) {
    if (!isOurs(site)) kept.push(site);
    else while (kept.length > 0 && isBuiltIn(kept[kept.length - 1])) kept.pop();
  }
  return kept;
}

function header(error: unknown): string {
  try {
    return describe(error as Error);
  } catch {
    return "<error>";
  }
}

// The page's calls that led here, innermost first.
function callSites(most: number): CallSite[] {
  const limit = getOwnPropertyDescriptor(NativeError, "stackTraceLimit");
  defineProperty(NativeError, "stackTraceLimit", { value: most, writable: true, enumerable: true, configurable: true });
  raw = true;
  const sites = new NativeError().stack as unknown as CallSite[];
  raw = false;
  if (limit) defineProperty(NativeError, "stackTraceLimit", limit);
  else delete (NativeError as any).stackTraceLimit;
  return Array.isArray(sites) ? sites : [];
}

const whereOf = (site: CallSite): Where =>
  ({ url: site.getScriptNameOrSourceURL()!, line: site.getLineNumber() ?? 0, column: site.getColumnNumber() ?? 0 });

// Where the page called us: the innermost of its frames.
export function innermost(): Where | null {
  const site = callSites(12).find((each) => each.getScriptNameOrSourceURL());
  return site ? whereOf(site) : null;
}

// The page's calls that led here: the innermost, and all of them, a line each, innermost first: "load
// http://h/a.js:3:5".
export interface Calls {
  where: Where;
  stack: string;
}
export function callsTo(): Calls | null {
  const sites = callSites(24).filter((each) => each.getScriptNameOrSourceURL()).slice(0, 10);
  if (sites.length === 0) return null;
  const lines = sites.map((each) => {
    const { url, line, column } = whereOf(each);
    return `${each.getFunctionName() ?? ""} ${url}:${line}:${column}`;
  });
  return { where: whereOf(sites[0]), stack: lines.join("\n") };
}

// The script whose code the browser called: the outermost frame.
export function outermost(): Where | null {
  const sites = callSites(200).filter((each) => each.getScriptNameOrSourceURL());
  return sites.length > 0 ? whereOf(sites[sites.length - 1]) : null;
}

export function installStacks(): void {
  let own: PropertyDescriptor | undefined; // what the page made of Error.prepareStackTrace
  const prepare = (error: unknown, sites: CallSite[]): unknown => {
    if (raw) return sites;
    const kept = visible(sites);
    if (own && typeof own.value === "function") return apply(own.value, VisibleError, [error, kept]);
    return header(error) + kept.map((site) => `\n    at ${site}`).join("");
  };
  defineProperty(NativeError, kHook, { value: prepare, configurable: true, writable: true });
  const VisibleError: ErrorConstructor = disguise(NativeError, {
    get: (target, key, receiver) => (key === kHook ? own?.value : Reflect.get(target, key, receiver)),
    has: (target, key) => (key === kHook ? own !== undefined : Reflect.has(target, key)),
    ownKeys: (target) => Reflect.ownKeys(target).filter((key) => key !== kHook || own !== undefined),
    getOwnPropertyDescriptor: (target, key) => (key === kHook ? own : getOwnPropertyDescriptor(target, key)),
    defineProperty: (target, key, descriptor) => {
      if (key !== kHook) return Reflect.defineProperty(target, key, descriptor);
      own = { writable: true, enumerable: true, ...own, ...descriptor, configurable: true };
      return true;
    },
    deleteProperty: (target, key) => {
      if (key !== kHook) return Reflect.deleteProperty(target, key);
      own = undefined;
      return true;
    },
  });
  defineProperty(global, "Error", { ...getOwnPropertyDescriptor(global, "Error")!, value: VisibleError });
  defineProperty(Error.prototype, "constructor", {
    ...getOwnPropertyDescriptor(Error.prototype, "constructor")!,
    value: VisibleError,
  });
  const derived = [
    TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError, AggregateError,
    (globalThis as any).SuppressedError,
    WebAssembly?.CompileError,
    WebAssembly?.LinkError,
    WebAssembly?.RuntimeError,
  ];
  for (const error of derived) {
    if (error && getPrototypeOf(error) === NativeError) setPrototypeOf(error, VisibleError);
  }
}
