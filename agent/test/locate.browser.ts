// What the agent's eyes must see, tried in a real browser.
//
// `cases` is an array of { name, html, run }. For each case the runner puts `html` into the body of an empty page
// (document.body.innerHTML, scrolled to the top, in standards mode, viewport about 800×600) and calls run(document),
// which throws, or returns a promise that rejects, when something is wrong. Cases are independent of each other and may
// run in one page, one after the other, or in a page each.
import { locate, matching, type LocateOptions } from "../src/locate.ts";
import { whyNotUsable } from "../src/visible.ts";
import { labelOf, locatorOf, setShadowLookup } from "../src/describe.ts";
import { nameOf, roleOf } from "../src/accessible.ts";
import { discover, type Handler } from "../src/discover.ts";

export interface BrowserCase {
  name: string;
  html: string;
  run(document: Document): void | Promise<void>;
}

function equal(actual: unknown, expected: unknown, what = "value"): void {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== e) throw new Error(`${what}: got ${a}, expected ${e}`);
}

const one = (document: Document, selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the test page has no ${selector}`);
  return found;
};

// The id of what was found, or the reason why nothing was.
function found(
  document: Document, selectors: string | Array<string | string[]>, options: Partial<LocateOptions> = {}): string {
  const list = typeof selectors === "string" ? [selectors] : selectors;
  const alternatives = list.map((each) => (typeof each === "string" ? [each] : each));
  const result = locate(document, alternatives, { need: "click", ...options });
  return result.ok ? result.element.id || result.element.localName : result.reason;
}

function attach(host: Element, html: string, mode: ShadowRootMode = "open"): ShadowRoot {
  const shadow = host.attachShadow({ mode });
  shadow.innerHTML = html;
  return shadow;
}

const on = (document: Document, ...pairs: Array<[string, string, unknown?]>): Handler[] =>
  pairs.map(([selector, type, listener]) => ({
    target: selector === "document" ? document : one(document, selector), type, listener }));

const stepsOf = (document: Document, handlers: Handler[]): string[] =>
  discover(handlers, document).steps.map((step) =>
    `${step.type} ${step.selectors[0].join(" >>> ")}${step.value === undefined ? "" : ` = ${step.value}`}`);

const locating: BrowserCase[] = [
  {
    name: "each kind of selector finds its element",
    html: `<div id=d><button id=b title=T>Car <i id=i>Wash</i></button></div><input id=q placeholder=Search>`,
    run(document) {
      equal(found(document, "#b"), "b");
      equal(found(document, "text/Wash"), "i");
      equal(found(document, "text/Car Wash"), "b");
      equal(found(document, "xpath///button"), "b");
      equal(found(document, "xpath/.//button"), "b");
      equal(found(document, `xpath///*[@id="d"]/button`), "b");
      equal(found(document, "pierce/#b"), "b");
      equal(found(document, "aria/Car Wash"), "b");
      equal(found(document, `aria/Car Wash[role="button"]`), "b");
      equal(found(document, `aria/[role="textbox"]`), "q");
      equal(found(document, "aria/Search"), "q");
    },
  },
  {
    name: "alternatives are tried in turn, and the answer says which one it was",
    html: `<button id=b>Go</button>`,
    run(document) {
      const result = locate(document, [["#gone"], ["text/Go"], ["#b"]], { need: "click" });
      equal(result.ok && result.by, "text/Go");
    },
  },
  {
    name: "nothing found gives the selectors, an invalid one is named",
    html: ``,
    run(document) {
      equal(found(document, ["#x", "aria/Foo"]), "no element matches #x, aria/Foo");
      equal(found(document, ["div[", "#x"]), "no element matches div[, #x; div[ is not a valid selector");
      equal(found(document, "xpath///["), "no element matches xpath///[; xpath///[ is not a valid selector");
      equal(found(document, []), "no element matches an empty list of selectors");
      equal(found(document, "aria/"), "no element matches aria/; aria/ is not a valid selector");
    },
  },
  {
    name: "an invalid alternative does not hide a valid one",
    html: `<button id=b>Go</button>`,
    run: (document) => equal(found(document, ["div[", "#b"]), "b"),
  },
  {
    name: "chains go into shadow roots, or into the element when it has none",
    html: `<div id=host></div><ul id=list><li id=x>one</li></ul>`,
    run(document) {
      const outer = attach(one(document, "#host"), `<p><span id=inner></span></p>`);
      attach(outer.querySelector("#inner")!, `<button id=deep>Deep</button>`);
      equal(found(document, "#deep"), "no element matches #deep");
      equal(found(document, [["#host", "#inner", "#deep"]]), "deep");
      equal(found(document, "#host >>> #inner >>> button"), "deep");
      equal(found(document, "pierce/#deep"), "deep");
      equal(found(document, "text/Deep"), "deep");
      equal(found(document, "aria/Deep"), "deep");
      equal(found(document, [["#list", "li"]]), "x");
      equal(found(document, [["#list", "xpath///li"]]), "x");
    },
  },
  {
    name: "closed shadow roots are found when the agent hands them over",
    html: `<div id=host></div>`,
    run(document) {
      const host = one(document, "#host");
      const shadow = attach(host, `<button id=b>Closed</button>`, "closed");
      equal(found(document, "text/Closed"), "no element matches text/Closed");
      const usual = (element: Element): ShadowRoot | null => element.shadowRoot;
      setShadowLookup((element) => (element === host ? shadow : usual(element)));
      try {
        equal(found(document, "text/Closed"), "b");
        equal(found(document, [["#host", "#b"]]), "b");
        equal(locatorOf(shadow.querySelector("button")!), "#host >>> #b");
      } finally {
        setShadowLookup(usual);
      }
    },
  },
  {
    name: "a hidden match gives way to one that a person sees",
    html: `<button id=a style="display:none">Go</button><button id=b>Go</button>`,
    run(document) {
      equal(found(document, "text/Go"), "b");
      equal(found(document, "button"), "b");
      equal(found(document, ["#a", "#b"]), "b");
      equal(found(document, "#a"), "hidden: display is none");
    },
  },
  {
    name: "a disabled match ends the search",
    html: `<button id=a disabled>Go</button><button id=b>Go</button>`,
    run: (document) => equal(found(document, "text/Go"), "disabled"),
  },
  {
    name: "the offset is used while it lies within the element",
    html: `<button id=b style="position:absolute;left:10px;top:20px;width:100px;height:40px">Go</button>`,
    run(document) {
      const at = (offsetX?: number, offsetY?: number): unknown => {
        const result = locate(document, [["#b"]], { need: "click", offsetX, offsetY });
        return result.ok ? [result.x, result.y] : result.reason;
      };
      equal(at(), [60, 40]);
      equal(at(3, 4), [13, 24]);
      equal(at(300, 4), [60, 40]);
    },
  },
  {
    name: "what is below is scrolled into view, what is in view is not",
    html: `<button id=a>A</button><div style="height:3000px"></div><button id=b>B</button>
           <div id=box style="height:100px;overflow:auto"><div style="height:900px"></div><button id=c>C</button></div>`,
    run(document) {
      const view = document.defaultView!;
      equal(found(document, "#a"), "a");
      equal(view.scrollY, 0);
      equal(found(document, "#b", { need: "exists" }), "b");
      equal(view.scrollY, 0, "scroll position after looking only");
      equal(found(document, "#b"), "b");
      if (view.scrollY === 0) throw new Error("the page was not scrolled");
      equal(found(document, "#c"), "c");
      if (one(document, "#box").scrollTop === 0) throw new Error("the box was not scrolled");
    },
  },
  {
    name: "a bar at the edge can be scrolled away from under",
    html: `<div id=bar style="position:fixed;top:0;left:0;right:0;height:80px;background:red"></div>
           <div style="height:2000px"></div><button id=b>B</button><div style="height:2000px"></div>`,
    run(document) {
      one(document, "#b").scrollIntoView();
      equal(found(document, "#b"), "b");
    },
  },
  {
    name: "matching counts what the first alternative that matches finds",
    html: `<p class=r></p><p class=r></p>`,
    run(document) {
      equal(matching(document, [["#none"], [".r"]]).length, 2);
      equal(matching(document, [["div["]]).length, 0);
    },
  },
  {
    name: "text is found across white space, in fields, and not in scripts",
    html: `<p id=p>Two\n   words</p><script>Three words</script><input id=f value="Four words"><style>Five</style>`,
    run(document) {
      equal(found(document, "text/Two words"), "p");
      equal(found(document, "text/Four words"), "f");
      equal(found(document, "text/Three words"), "no element matches text/Three words");
    },
  },
];

const why = (document: Document, selector: string): string | null => whyNotUsable(one(document, selector));

const seeing: BrowserCase[] = [
  {
    name: "each way to hide an element is named",
    html: `<div id=d style="display:none"><b id=none>x</b></div><b id=vis style="visibility:hidden">x</b>
           <b id=op style="opacity:0">x</b><div id=o style="opacity:0"><b id=inop>x</b></div><b id=size></b>
           <div style="position:absolute;left:-999px"><b id=left>x</b></div><b id=ok>x</b>
           <div id=cut style="width:50px;height:20px;overflow:hidden;position:relative">
             <b id=clipped style="position:absolute;left:90px">x</b></div>`,
    run(document) {
      equal(why(document, "#d"), "hidden: display is none");
      equal(why(document, "#none"), "hidden: display of div#d is none");
      equal(why(document, "#vis"), "hidden: visibility is hidden");
      equal(why(document, "#op"), "hidden: opacity is 0");
      equal(why(document, "#inop"), "hidden: opacity of div#o is 0");
      equal(why(document, "#size"), "hidden: size is 0");
      equal(why(document, "#left"), "outside: beyond the edge of the page");
      equal(why(document, "#clipped"), "outside: cut off by div#cut");
      equal(why(document, "#ok"), null);
    },
  },
  {
    name: "what covers an element is named, whole or in part",
    html: `<button id=b style="position:absolute;left:0;top:0;width:200px;height:50px">Go</button>
           <button id=c style="position:absolute;left:0;top:100px;width:200px;height:50px">Go</button>
           <div class="overlay x" style="position:absolute;left:0;top:0;width:300px;height:80px"></div>
           <div style="position:absolute;left:80px;top:100px;width:40px;height:50px"></div>`,
    run(document) {
      equal(why(document, "#b"), "covered by div.overlay");
      equal(found(document, "#b"), "covered by div.overlay");
      equal(found(document, "#c"), "c"); // beside what covers its middle
      equal(whyNotUsable(one(document, "#c"), { x: 10, y: 120 }), null);
      equal(whyNotUsable(one(document, "#c"), { x: 100, y: 120 }), "covered by div");
    },
  },
  {
    name: "disabled, inert and untouchable elements are named",
    html: `<button id=a disabled>A</button><fieldset disabled><input id=b></fieldset>
           <div inert id=i><button id=c>C</button></div><button id=d style="pointer-events:none">D</button>
           <button disabled><b id=e>E</b></button><input id=f readonly value=x>`,
    run(document) {
      equal(why(document, "#a"), "disabled");
      equal(why(document, "#b"), "disabled");
      equal(why(document, "#c"), "inert: within div#i");
      equal(why(document, "#d"), "pointer-events none");
      equal(why(document, "#e"), "disabled");
      equal(found(document, "#a", { need: "hover" }), "a");
      equal(found(document, "#f", { need: "type" }), "read-only");
      equal(found(document, "#f"), "f");
    },
  },
  {
    name: "a modal dialog makes the rest inert",
    html: `<button id=b>B</button><dialog id=m><button id=in>In</button></dialog>`,
    run(document) {
      (one(document, "#m") as HTMLDialogElement).showModal();
      equal(found(document, "#b"), "inert: behind dialog#m");
      equal(found(document, "#in"), "in");
    },
  },
  {
    name: "a label over its control counts as the control",
    html: `<div style="position:relative"><input id=c type=checkbox style="position:absolute;left:0;top:0;opacity:0">
           <label for=c style="position:absolute;left:0;top:0;width:100px;height:30px;background:#ccc">Yes</label></div>`,
    run: (document) => equal(found(document, "#c"), "c"),
  },
  {
    name: "an element without a box of its own is where its content is",
    html: `<div id=a style="display:contents"><b>text</b></div><div style="height:2000px"></div>
           <a id=z href="#" style="display:block;height:0"><b style="float:left">floats</b></a>`,
    run(document) {
      equal(found(document, "#a"), "a");
      equal(found(document, "#z"), "z");
    },
  },
  {
    name: "a link that wraps is hit on one of its lines",
    html: `<p style="width:100px;font:16px monospace">aaaaaaa <a id=w href="#">bb ccccccccccc</a></p>`,
    run: (document) => equal(found(document, "#w"), "w"),
  },
  {
    name: "a page that overrides the DOM does not mislead",
    html: `<form id=f><input name=id><input name=parentNode><input name=getAttribute><button id=b>Go</button></form>`,
    run(document) {
      const native = Element.prototype.getBoundingClientRect;
      Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 0, 0);
      try {
        equal(found(document, "#b"), "b");
        equal(locatorOf(one(document, "#f")), "#f");
      } finally {
        Element.prototype.getBoundingClientRect = native;
      }
    },
  },
];

const naming: BrowserCase[] = [
  {
    name: "accessible names come from where the standard says",
    html: `<span id=l1>Billing</span><span id=l2 hidden>Name</span>
      <input id=a aria-labelledby="l1 l2" aria-label=no><button id=b aria-label=Close>X</button>
      <label>Mail <input id=c></label><label for=d>Phone</label><input id=d><img id=e alt=Logo>
      <input id=f type=submit><input id=g type=button value=Push><button id=h><img alt=Edit> item</button>
      <a id=i href="#"> Two
        words<span style="display:none"> not this</span></a><fieldset id=j><legend>Size</legend></fieldset>
      <input id=k placeholder=Find><div id=m title=Tip>text</div>
      <label id=n for=o>Repeat <input value=3> times <input type=checkbox id=o></label>
      <svg id=p><title>Chart</title></svg><button id=r><span aria-hidden=true>×</span>Shut</button>`,
    run(document) {
      const names = [..."abcdefghijkmopr"].map((id) => `${id}: ${nameOf(one(document, `#${id}`))}`);
      equal(names, ["a: Billing Name", "b: Close", "c: Mail", "d: Phone", "e: Logo", "f: Submit", "g: Push", "h: Edit item",
        "i: Two words", "j: Size", "k: Find", "m: Tip", "o: Repeat 3 times", "p: Chart", "r: Shut"]);
    },
  },
  {
    name: "roles are those of HTML",
    html: `<a id=a href=x>x</a><a id=b>x</a><input id=c type=checkbox><input id=d><select id=e></select>
      <select id=f multiple></select><h2 id=g>x</h2><input id=h type=range><div id=i role="tab foo"></div><textarea id=j></textarea>`,
    run(document) {
      equal([..."abcdefghij"].map((id) => roleOf(one(document, `#${id}`))),
        ["link", "generic", "checkbox", "textbox", "combobox", "listbox", "heading", "slider", "tab", "textbox"]);
    },
  },
  {
    name: "aria selectors leave hidden elements out and tell roles apart",
    html: `<button id=a aria-hidden=true>Save</button><a id=b href="#">Save</a><button id=c>Save</button><div id=d>Plain</div>`,
    run(document) {
      equal(found(document, "aria/Save"), "b");
      equal(found(document, `aria/Save[role="button"]`), "c");
      equal(found(document, "aria/Plain"), "d");
      equal(found(document, "aria/Pla"), "no element matches aria/Pla");
      equal(found(document, [["aria/Plain", `aria/[role="generic"]`]]), `no element matches aria/Plain >>> aria/[role="generic"]`);
    },
  },
  {
    name: "an aria selector finds the field, not its label",
    html: `<label id=l>Mail <input id=m></label><label id=n for=o>Age</label><input id=o><img id=p alt=Logo width=9 height=9>`,
    run(document) {
      equal(found(document, "aria/Mail", { need: "type" }), "m");
      equal(found(document, "aria/Age"), "o");
      equal(found(document, `aria/Logo[role="image"]`), "p");
      equal(found(document, `aria/Logo[role="img"]`), "p");
    },
  },
  {
    name: "locators are short, stable, and lead back",
    html: `<ul id=list><li>a</li><li><b>x</b><b class=t>y</b></li></ul><p id=":r3:">z</p><p id="dup"></p><p id="dup"></p>
      <div id=host></div><p id="a.b">dot</p>`,
    run(document) {
      const shadow = attach(one(document, "#host"), `<p><i>1</i></p><p><i>2</i></p>`);
      equal(locatorOf(one(document, "#list")), "#list");
      equal(locatorOf(one(document, ".t")), "#list > li:nth-of-type(2) > b:nth-of-type(2)");
      equal(locatorOf(document.getElementById(":r3:")!), "body > p:nth-of-type(1)");
      equal(locatorOf(document.getElementById("dup")!), "body > p:nth-of-type(2)");
      equal(locatorOf(document.getElementById("a.b")!), "#a\\.b");
      equal(locatorOf(shadow.querySelectorAll("i")[1]), "#host >>> p:nth-of-type(2) > i:nth-of-type(1)");
      equal(locatorOf(document.documentElement), "html");
      equal(locatorOf(document.createElement("div")), "div:nth-of-type(1)");
      for (const element of [...document.body.querySelectorAll("*"), ...shadow.querySelectorAll("*")]) {
        const result = locate(document, [[locatorOf(element)]], { need: "exists" });
        if (!result.ok || result.element !== element) throw new Error(`${locatorOf(element)} does not lead back`);
      }
    },
  },
  {
    name: "labels are what a person reads, in at most 40 characters",
    html: `<button id=a>Car <b>Wash</b></button><div id=b>Some text</div><div id=c class=box></div><input id=d name=mail>
      <p id=e>${"long ".repeat(20)}</p>`,
    run(document) {
      equal(["a", "b", "c", "d"].map((id) => labelOf(one(document, `#${id}`))), ["Car Wash", "Some text", "div#c", "mail"]);
      const long = labelOf(one(document, "#e"));
      equal([[...long].length <= 40, long.endsWith("…")], [true, true]);
    },
  },
];

const discovering: BrowserCase[] = [
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
      const { steps } = discover(on(document, ["#a", "click"], ["#b", "click"]), document);
      equal(steps, [{ type: "click", selectors: [["#a"], ["aria/Go"]] }, { type: "click", selectors: [["#b"]] }]);
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
      <a id=d href="http://example.org/kept">D</a><a id=e href="http://example.org/inline" onclick="return false">E</a>`,
    run(document) {
      const handlers = on(document, ["#a", "click", () => {}], ["#b", "click"], ["#c", "click"],
        ["#d", "click", (event: Event) => event.preventDefault()]);
      equal(stepsOf(document, handlers), ["click #e", "click #b", "click #c", "click #d"]);
      equal(discover(handlers, document).skipped, [{ locator: "#a", why: "would leave the page for http://example.org/away" }]);
    },
  },
  {
    name: "a submit handler means the button that submits; a form without one leaves",
    html: `<form id=f><input><button id=s>Send</button></form><form id=g action=x><button id=t>Go</button></form>
      <form id=h><input></form>`,
    run(document) {
      const handlers = on(document, ["#f", "submit"], ["#t", "click"], ["#h", "submit"]);
      equal(stepsOf(document, handlers), ["click #s"]);
      equal(discover(handlers, document).skipped, [
        { locator: "#t", why: "would submit the form and leave the page" },
        { locator: "#h", why: "no button that a person can use submits this form" }]);
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
      const { steps, skipped } = discover(on(document, ["#a", "click"], ["#k", "keydown"]), document);
      equal(steps, []);
      equal(skipped, [{ locator: "#a", why: "hidden: display is none" },
        { locator: "#k", why: "listens for keys: which of them matter is unknown" }]);
    },
  },
  {
    name: "controls within shadow roots are discovered with a chain of selectors",
    html: `<div id=host></div>`,
    run(document) {
      attach(one(document, "#host"), `<button id=in>In</button>`);
      equal(discover(on(document, ["document", "click"]), document).steps,
        [{ type: "click", selectors: [["#host", "#in"], ["aria/In"]] }]);
    },
  },
];

export const cases: BrowserCase[] = [...locating, ...seeing, ...naming, ...discovering];
