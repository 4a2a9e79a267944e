// What functions of the browser do when they are called well, badly, and by subclasses: a line for each. Run in a page
// with the agent and in one without, the lines must be equal.
const lines = [];
const say = (text) => lines.push(String(text));
const attempt = (name, f) => {
  try {
    say(`${name}: ${f()}`);
  } catch (e) {
    say(`${name} throws ${e.name}: ${e.message}`);
  }
};
const later = [];
const stackOf = (e) => e.stack.split("\n").map((line) => line.trim().replace(/\(?http[^)]*\/([^/)]*)\)?/, "$1")).join(" | ");

function checkArguments() {
  attempt("setTimeout()", () => setTimeout());
  attempt("setTimeout on an object", () => setTimeout.call({}, () => {}));
  attempt("setTimeout(f, 1n)", () => setTimeout(() => {}, 1n));
  attempt("setTimeout(f, Symbol())", () => setTimeout(() => {}, Symbol()));
  attempt("clearTimeout()", () => clearTimeout());
  attempt("clearTimeout(undefined)", () => clearTimeout(undefined));
  attempt("clearTimeout({})", () => clearTimeout({}));
  attempt("clearTimeout(1n)", () => clearTimeout(1n));
  attempt("requestAnimationFrame()", () => requestAnimationFrame());
  attempt("requestAnimationFrame(1)", () => requestAnimationFrame(1));
  attempt("requestIdleCallback({})", () => requestIdleCallback({}));
  attempt("xhr.send before open", () => new XMLHttpRequest().send());
  attempt("xhr.open()", () => new XMLHttpRequest().open());
  attempt("xhr.open('GET', 'http://[')", () => new XMLHttpRequest().open("GET", "http://["));
  attempt("XMLHttpRequest()", () => XMLHttpRequest());
  attempt("xhr.timeout on another", () => XMLHttpRequest.prototype.timeout);
  attempt("addEventListener()", () => addEventListener());
  attempt("addEventListener('x', 1)", () => addEventListener("x", 1));
  attempt("addEventListener('x', null)", () => addEventListener("x", null));
  attempt("addEventListener on {}", () => EventTarget.prototype.addEventListener.call({}, "x", () => {}));
  attempt("new MessageChannel().port1.postMessage()", () => new MessageChannel().port1.postMessage());
  attempt("postMessage()", () => postMessage());
  attempt("postMessage(() => {})", () => postMessage(() => {}));
  attempt("new Worker()", () => new Worker());
  attempt("new BroadcastChannel()", () => new BroadcastChannel());
  attempt("new IntersectionObserver()", () => new IntersectionObserver());
  attempt("new ResizeObserver(1)", () => new ResizeObserver(1));
  attempt("new MutationObserver()", () => new MutationObserver());
  attempt("Element.prototype.setAttribute.call(1)", () => Element.prototype.setAttribute.call(1, "a", "b"));
  attempt("appendChild()", () => document.body.appendChild());
  attempt("appendChild('x')", () => document.body.appendChild("x"));
  attempt("document.createElement()", () => document.createElement());
  attempt("document.createElement('1')", () => document.createElement("1"));
  attempt("localStorage.setItem('k')", () => localStorage.setItem("k"));
  attempt("Storage.prototype.getItem.call({})", () => Storage.prototype.getItem.call({}, "k"));
  attempt("performance.now.call({})", () => performance.now.call({}));
  attempt("performance.mark()", () => performance.mark());
  attempt("performance.measure('m', 'none')", () => performance.measure("m", "none"));
  attempt("Event.prototype.timeStamp", () => Event.prototype.timeStamp);
  attempt("Event.prototype.preventDefault.call({})", () => Event.prototype.preventDefault.call({}));
  attempt("history.go.call({})", () => History.prototype.go.call({}));
  attempt("input.value on another", () => Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(document.body, 1));
  attempt("attachShadow()", () => document.body.attachShadow());
  attempt("attachShadow on input", () => document.createElement("input").attachShadow({ mode: "open" }));
  attempt("new Date(NaN)", () => new Date(NaN).toISOString());
  attempt("Function.prototype.toString.call({})", () => Function.prototype.toString.call({}));
  attempt("AbortSignal.timeout()", () => AbortSignal.timeout());
  attempt("AbortSignal.timeout(-1)", () => AbortSignal.timeout(-1));
  attempt("scheduler.postTask()", () => scheduler.postTask.length);
  attempt("element.onclick = 1", () => ((document.body.onclick = 1), document.body.onclick));
  attempt("element.onclick = {}", () => ((document.body.onclick = {}), typeof document.body.onclick));
  attempt("element.onclick = null", () => ((document.body.onclick = null), document.body.onclick));
}

function checkClasses() {
  class X extends XMLHttpRequest { more() { return 1; } }
  const x = new X();
  say(`subclass of XMLHttpRequest ${x instanceof X} ${x instanceof XMLHttpRequest} ${x.more()} ${x.constructor === X} ${x.readyState}`);
  say(`xhr ${new XMLHttpRequest().constructor === XMLHttpRequest} ${Object.prototype.toString.call(new XMLHttpRequest())}`);
  class D extends Date { year() { return this.getUTCFullYear(); } }
  say(`subclass of Date ${new D(0).year()} ${new D(0) instanceof Date} ${new D(0).constructor === D} ${typeof Date()} ${Date.length}`);
  say(`Date ${new Date(5) instanceof Date} ${new Date(5).constructor === Date} ${Date.UTC(2000, 1)} ${new Date(2000, 1, 1).getMonth()} ${isNaN(new Date(undefined))}`);
  say(`Reflect.construct ${Reflect.construct(Date, [0], Map) instanceof Map} ${Reflect.construct(XMLHttpRequest, [], Map) instanceof Map}`);
  class V extends Event { constructor() { super("v"); } get twice() { return 2; } }
  say(`subclass of Event ${new V().twice} ${new V() instanceof Event} ${new V().type} ${typeof new V().timeStamp}`);
  class M extends MessageChannel {}
  say(`subclass of MessageChannel ${new M() instanceof M} ${new M().port1 instanceof MessagePort}`);
  say(`Image ${new Image(3, 4).width} ${new Image() instanceof HTMLImageElement} ${new Image().constructor === HTMLImageElement} ${Image.prototype === HTMLImageElement.prototype}`);
  class E extends Error { constructor(m) { super(m); this.name = "E"; } }
  say(`subclass of Error ${new E("m")} ${new E("m") instanceof Error} ${new E("m").constructor === E} ${stackOf(new E("m"))}`);
  say(`Error ${Error("a") instanceof Error} ${new TypeError("b") instanceof Error} ${Object.getPrototypeOf(TypeError) === Error} ${new Error("c").constructor === Error} ${Error.prototype.constructor === Error}`);
  say(`Error keys ${Reflect.ownKeys(Error).map(String)} ${"prepareStackTrace" in Error} ${Error.prepareStackTrace} ${Object.keys(Error)}`);
  say(`error with cause ${new Error("x", { cause: 7 }).cause} ${Object.getOwnPropertyNames(new Error("x"))}`);
  const target = {};
  Error.captureStackTrace(target);
  say(`captureStackTrace ${stackOf(target)}`);
  say(`null error ${stackOf(Object.assign(new Error(), { name: "Named" }))}`);
  Error.prepareStackTrace = (error, sites) => `${error.message} has ${sites.length} ${sites[0].getFunctionName()}`;
  say(`own prepareStackTrace ${new Error("mine").stack} ${Object.keys(Error)} ${"prepareStackTrace" in Error}`);
  delete Error.prepareStackTrace;
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 1;
  const deep = (n) => (n === 0 ? new Error("deep") : deep(n - 1));
  say(`limit ${deep(5).stack.split("\n").length} ${limit}`);
  Error.stackTraceLimit = limit;
  say(`limit ${deep(20).stack.split("\n").length}`);
  try { null.x; } catch (error) { say(stackOf(error)); }
  try { document.querySelector("["); } catch (error) { say(stackOf(error)); }
  try { new XMLHttpRequest().send(); } catch (error) { say(stackOf(error)); }
  try { [1].map(() => { throw new Error("in map"); }); } catch (error) { say(stackOf(error)); }
}

function checkListeners() {
  const seen = [];
  const target = document.createElement("div");
  const outer = document.createElement("div");
  outer.append(target);
  document.body.append(outer);
  const note = function (event) { seen.push(`${event.type} ${this === event.currentTarget} ${event.eventPhase}`); };
  const fire = (type, init) => target.dispatchEvent(new Event(type, { bubbles: true, cancelable: true, ...init }));
  target.addEventListener("a", note);
  target.addEventListener("a", note);
  target.addEventListener("a", note, true);
  outer.addEventListener("a", note, { capture: true });
  fire("a");
  target.removeEventListener("a", note);
  fire("a");
  const object = { handleEvent(event) { seen.push(`object ${this === object} ${event.type}`); } };
  target.addEventListener("b", object);
  target.addEventListener("b", object, { once: true });
  target.addEventListener("b", note, { once: true });
  fire("b");
  fire("b");
  target.removeEventListener("b", object);
  fire("b");
  const controller = new AbortController();
  target.addEventListener("c", note, { signal: controller.signal });
  fire("c");
  controller.abort();
  fire("c");
  target.addEventListener("c", note, { signal: controller.signal });
  fire("c");
  target.addEventListener("d", (event) => { event.preventDefault(); seen.push(event.defaultPrevented); });
  seen.push(fire("d"), fire("d", { cancelable: false }));
  target.addEventListener("e", (event) => event.preventDefault(), { passive: true });
  seen.push(fire("e"));
  target.onclick = function (event) { seen.push(`onclick ${this === target} ${event.isTrusted}`); return false; };
  target.addEventListener("click", () => seen.push("second"));
  target.onclick = ((old) => function (event) { seen.push("replaced"); return old.call(this, event); })(target.onclick);
  seen.push(target.dispatchEvent(new MouseEvent("click", { cancelable: true, bubbles: true })));
  target.click();
  target.setAttribute("onfocus", "seen2.push('attribute ' + (this === event.target))");
  globalThis.seen2 = seen;
  target.dispatchEvent(new Event("focus"));
  window.addEventListener("f", function () { seen.push(this === window); });
  addEventListener("f", function () { seen.push(this === window); });
  dispatchEvent(new Event("f"));
  const stop = (event) => { seen.push("stopped"); event.stopImmediatePropagation(); };
  window.addEventListener("g", stop, true);
  target.addEventListener("g", note);
  fire("g");
  outer.remove();
  say(seen.join(", "));
}

function checkTimers() {
  later.push(new Promise((done) => {
    const seen = [];
    setTimeout(function (...args) { seen.push(`this ${this === window} ${args}`); }, 1, "a", 2);
    setTimeout("globalThis.ran = typeof this.document + arguments0()", 1);
    globalThis.arguments0 = () => "code";
    setTimeout(() => { seen.push(ran); }, 5);
    const one = setTimeout(() => seen.push("cleared"), 2);
    clearTimeout(String(one));
    clearInterval(setTimeout(() => seen.push("cleared by the other"), 2));
    clearTimeout(setInterval(() => seen.push("cleared by the other"), 2));
    cancelAnimationFrame(requestAnimationFrame(() => seen.push("cancelled")));
    cancelIdleCallback(requestIdleCallback(() => seen.push("cancelled")));
    seen.push(typeof one, one > 0);
    let n = 0;
    const id = setInterval(() => { seen.push(`tick ${++n}`); if (n === 3) clearInterval(id); }, 3);
    let start = 0;
    requestAnimationFrame((t) => { start = t; });
    requestAnimationFrame((t) => { seen.push(`frame ${t === start} ${performance.now() >= t}`); });
    for (let i = 0; i < 3; ++i) setTimeout(() => seen.push(`zero ${i}`), 0);
    Promise.resolve().then(() => seen.push("microtask"));
    setTimeout(() => done(`timers ${seen.filter((each) => !/^frame/.test(each)).join(", ")} ${seen.filter((each) => /^frame/.test(each))}`), 120);
  }));
  later.push(new Promise((done) => setTimeout(() => done(stackOf(new Error("in a timer"))), 1)));
  later.push(new Promise((done) => requestAnimationFrame(() => done(stackOf(new Error("in a frame"))))));
  later.push(new Promise((done) => {
    addEventListener("error", function handle(event) {
      if (event.error !== 7) return;
      removeEventListener("error", handle);
      event.preventDefault();
      done(`uncaught ${event.message} ${event.error}`);
    });
    setTimeout(() => { throw 7; }, 2);
  }));
}

function checkPromises() {
  const rejected = [];
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    rejected.push(event.reason?.message ?? event.reason);
  });
  fetch("http://[");
  fetch("none.json");
  fetch("none.json").catch(() => {});
  fetch("data.json").then((r) => r.json()).then((r) => r.formData());
  fetch("bad.json").then((r) => r.json());
  fetch("bad.json").then((r) => r.json()).catch(() => {});
  const body = new Response("x");
  body.text();
  body.text();
  new Blob(["x"]).text().then(() => { throw new Error("thrown"); });
  later.push(new Promise((done) => setTimeout(() => done(`unhandled ${rejected.sort().join(" | ")}`), 300)));
  const promise = fetch("data.json");
  say(`fetch gives ${promise instanceof Promise} ${promise.constructor === Promise} ${Object.prototype.toString.call(promise)}`);
  later.push(promise.then(async (response) => {
    const copy = response.clone();
    const text = await response.text();
    return `response ${response instanceof Response} ${response.ok} ${text.trim()} ${JSON.stringify(await copy.json())} ${response.bodyUsed}`;
  }));
  const controller = new AbortController();
  later.push(fetch("data.json", { signal: controller.signal }).catch((e) => `aborted ${e.name} ${e === controller.signal.reason}`));
  controller.abort();
  later.push((async () => { try { await fetch("none.json"); } catch (e) { return `failed ${e.name} ${e.message} ${stackOf(e)}`; } })());
}

checkArguments();
checkClasses();
checkListeners();
checkTimers();
checkPromises();
Promise.all(later).then((all) => {
  document.getElementById("log").textContent = [...lines, ...all].join("\n");
  document.title = "done";
});
