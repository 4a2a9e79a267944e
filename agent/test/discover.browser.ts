// What a user could do on a page, as the agent suggests it.
import { discover, type DiscoveredStep, type Handler } from "../src/discover.ts";
import { suggest } from "../src/suggest.ts";
import type { HabitStep } from "../src/habits.ts";
import { attach, equal, one, type BrowserCase } from "./browser_case.ts";

const on = (document: Document, ...pairs: Array<[string, string]>): Handler[] =>
  pairs.map(([selector, type]) => ({ target: selector === "document" ? document : one(document, selector), type }));

const told = (step: DiscoveredStep): string =>
  `${step.type} ${step.selectors[0].join(" >>> ")}${step.value === undefined ? "" : ` = ${step.value}`}`;
const discovered = (document: Document, handlers: Handler[]): DiscoveredStep[] =>
  discover(handlers, document).found.map(({ step }) => step);
const stepsOf = (document: Document, handlers: Handler[]): string[] => discovered(document, handlers).map(told);
const suggested = (step: HabitStep): string =>
  step.type === "customStep" ? step.parameters.title : step.called === "an empty place" ? step.called : told(step);

export const cases: BrowserCase[] = [
  {
    name: "handlers on elements become steps in the order of registration",
    html: `<button id=a>A</button><button id=b>B</button><input id=q><div id=d>D</div>`,
    run(document) {
      const handlers = on(document, ["#b", "click"], ["#a", "dblclick"], ["#q", "keyup"], ["#q", "input"], ["#b", "click"],
        ["#d", "mouseover"], ["#a", "click"], ["#a", "load"]);
      equal(stepsOf(document, handlers), ["click #b", "doubleClick #a", "change #q = test", "hover #d", "click #a"]);
    },
  },
  {
    name: "steps carry a second selector by name while the name is unique",
    html: `<button id=a>Go</button><button id=b>Delete</button><button id=c>Delete</button>`,
    run(document) {
      equal(discovered(document, on(document, ["#a", "click"], ["#b", "click"])), [
        { type: "click", selectors: [["#a"], ["aria/Go"]] },
        { type: "click", selectors: [["#b"]], called: "“Delete” (1 of 2)" }]);
    },
  },
  {
    name: "a handler on the document means the controls on the page",
    html: `<button id=a>A</button><p>text</p><a id=l href="#x">L</a><span id=r role=button>R</span><input id=q>
      <div id=hand style="cursor:pointer">hand <b>inner</b></div><button id=h hidden>H</button><input type=checkbox id=c>`,
    run(document) {
      equal(stepsOf(document, on(document, ["document", "click"])), ["click #a", "click #l", "click #r", "click #hand", "click #c"]);
      equal(stepsOf(document, on(document, ["document", "input"])), ["change #q = test", "click #c"]);
    },
  },
  {
    name: "a handler on a list means its items, on a form its fields",
    html: `<ul id=list><li>a</li><li>b</li></ul><form id=f><input id=m type=email><select id=s><option>1<option>2</select></form>`,
    run(document) {
      equal(stepsOf(document, on(document, ["#list", "click"])),
        ["click #list > li:nth-of-type(1)", "click #list > li:nth-of-type(2)"]);
      equal(stepsOf(document, on(document, ["#f", "change"])), ["change #m = user@example.org", "change #s = 2"]);
    },
  },
  {
    name: "a framework that listens for everything at the root means clicks and changes only",
    html: `<div id=root><button id=a>A</button><input id=q></div>`,
    run(document) {
      const noise = Array.from({ length: 30 }, (_, i): [string, string] => ["#root", `type${i}`]);
      const handlers = on(document, ["#root", "mouseover"], ["#root", "dblclick"], ["#root", "click"], ["#root", "input"], ...noise);
      equal(stepsOf(document, handlers), ["click #a", "change #q = test"]);
    },
  },
  {
    name: "fields get a value that they accept and do not hold",
    html: `<input id=a type=number min=5 max=9 value=9><input id=b type=range value=100><input id=c type=date>
      <input id=d list=opts><datalist id=opts><option value=north></datalist><textarea id=e maxlength=2></textarea>
      <input id=f value=test><input id=g name=phone><div id=h contenteditable>x</div><select id=i><option>only</select>
      <input id=j type=file><input id=k type=radio checked><input id=l type=radio>`,
    run(document) {
      const handlers = on(document, ...[..."abcdefghijkl"].map((id): [string, string] => [`#${id}`, "change"]));
      const { skipped } = discover(handlers, document);
      equal(stepsOf(document, handlers), ["change #a = 8", "change #b = 99", "change #c = 2024-03-15", "change #d = north",
        "change #e = te", "change #f = other", "change #g = 5550100", "change #h = test", "click #l"]);
      equal(skipped, [{ locator: "#i", why: "has no other value to take" }, { locator: "#j", why: "needs a file" },
        { locator: "#k", why: "is chosen already" }]);
    },
  },
  {
    name: "links that leave the page are skipped and reported, unless a handler keeps them",
    html: `<a id=a href="http://example.org/away">A</a><a id=b href="#here">B</a><a id=c href="javascript:void 0">C</a>
      <a id=d href="http://example.org/kept">D</a>`,
    run(document) {
      const handlers = on(document, ["#a", "click"], ["#b", "click"], ["#c", "click"], ["#d", "click"]);
      const { steps, skipped } = suggest(handlers, document, (doubtful) =>
        new Set(doubtful.filter(({ element }) => element.id === "d")));
      equal(steps.map(suggested), ["click #b", "click #c", "click #d"]);
      equal(skipped, [{ locator: "#a", why: "would leave the page for http://example.org/away", leaves: true }]);
    },
  },
  {
    name: "what people do beside what handlers ask for",
    html: `<h1>Title</h1><input id=a><input id=b><textarea id=c></textarea><button id=d>D</button>`,
    run(document) {
      const handlers = on(document, ["#a", "input"], ["#b", "keydown"], ["#c", "keyup"], ["#d", "click"],
        ["document", "keydown"], ["document", "click"]);
      equal(suggest(handlers, document).steps.map(suggested), [
        "change #a = test", "change #a = ",
        "change #b = test", "change #b = ",
        "type “test” into #b and press Enter", "type “test” into #b and press Escape",
        "change #c = test", "type “test” into #c and press Escape",
        "click #d", "press Escape", "an empty place"]);
    },
  },
  {
    name: "fields that nobody listens to are filled in first",
    html: `<form id=f><input id=a><input id=b value=x><input type=checkbox><textarea id=c></textarea><button id=d>D</button>
      </form><input id=e hidden><input id=g>`,
    run(document) {
      const steps = suggest(on(document, ["#f", "submit"], ["#g", "keyup"]), document).steps.map(suggested);
      equal(steps.slice(0, 3), ["change #a = test", "change #c = test", "click #d"]);
      equal(suggest([], document).steps, []);
    },
  },
  {
    name: "of the rows of a list the first five are enough",
    html: `<ul id=list>${"<li><button>Go</button></li>".repeat(8)}</ul><button id=b1>B</button>`,
    run(document) {
      const buttons = [...document.querySelectorAll("button")].map((target) => ({ target, type: "click" }));
      equal(suggest(buttons, document).steps.length, 6);
    },
  },
  {
    name: "what may do something for good is put aside",
    html: `<button id=a>Delete account</button><button id=b>Undelete</button><button id=c>Konto löschen</button>
      <button id=d class="btn btn-signOut">X</button><button id=e>立即购买</button><button id=f>Reload</button>
      <button id=g><i>Log</i> out</button><input id=h placeholder="delete what?"><a id=i href="#pay">Go</a>`,
    run(document) {
      const ids = [..."abcdefg"].map((id): [string, string] => [`#${id}`, "click"]);
      const { steps, risky } = suggest(on(document, ...ids, ["#h", "input"], ["#i", "click"]), document);
      equal(steps.map(suggested), ["click #b", "click #f", "change #h = test", "change #h = "]);
      equal(risky.map(({ step, why }) => `${suggested(step)}: ${why}`), [
        "click #a: may delete something", "click #c: may delete something", "click #d: may end the session",
        "click #e: may cost money", "click #g: may end the session", "click #i: may cost money"]);
    },
  },
  {
    name: "a field that hears only that it is left is left",
    html: `<input id=a><form id=f><input id=b></form>`,
    run(document) {
      const steps = discovered(document, on(document, ["#a", "blur"], ["#f", "focusout"], ["document", "focusout"]));
      equal(steps.map((step) => `${told(step)} ${step.leave}`), ["change #a = test true", "change #b = test true"]);
    },
  },
  {
    name: "a submit handler means the button that submits; a form without one leaves",
    html: `<form id=f><input><button id=s>Send</button></form><form id=g action=x><button id=t>Go</button></form>
      <form id=h><input></form>`,
    run(document) {
      const handlers = on(document, ["#f", "submit"], ["#t", "click"], ["#h", "submit"]);
      equal(suggest(handlers, document, () => new Set()).steps.map(suggested), [
        "change #f > input:nth-of-type(1) = test", "change #h > input:nth-of-type(1) = test", "click #s"]);
      equal(suggest(handlers, document, () => new Set()).skipped, [
        { locator: "#h", why: "no button that a person can use submits this form" },
        { locator: "#t", why: "would submit the form and leave the page", leaves: true }]);
    },
  },
  {
    name: "on* attributes and properties count as handlers",
    html: `<button id=a>A</button><button id=b onclick="1">B</button><div id=c onmouseover="1">C</div>`,
    run(document) {
      one(document, "#a").onclick = () => {};
      equal(stepsOf(document, []), ["click #b", "hover #c", "click #a"]);
    },
  },
  {
    name: "hidden elements with handlers are reported, not acted on",
    html: `<button id=a style="display:none">A</button><div id=k>keys</div>`,
    run(document) {
      const { found, skipped } = discover(on(document, ["#a", "click"], ["#k", "keydown"]), document);
      equal(found, []);
      equal(skipped, [{ locator: "#a", why: "hidden: display is none" },
        { locator: "#k", why: "listens for keys: which of them matter is unknown" }]);
    },
  },
  {
    name: "controls within shadow roots are discovered with a chain of selectors",
    html: `<div id=host></div>`,
    run(document) {
      attach(one(document, "#host"), `<button id=in>In</button>`);
      equal(discovered(document, on(document, ["document", "click"])),
        [{ type: "click", selectors: [["#host", "#in"], ["aria/In"]] }]);
    },
  },
];
