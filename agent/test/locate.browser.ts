// What the agent's eyes must see, tried in a real browser.
import { locate, matching, type LocateOptions } from "../src/locate.ts";
import { whyNotUsable } from "../src/visible.ts";
import { called } from "../src/calling.ts";
import { locatorOf, setShadowLookup } from "../src/describe.ts";
import { nameOf, roleOf } from "../src/accessible.ts";
import { attach, equal, one, type BrowserCase } from "./browser_case.ts";

// The id of what was found, or the reason why nothing was.
function found(
  document: Document, selectors: string | Array<string | string[]>, options: Partial<LocateOptions> = {}): string {
  const list = typeof selectors === "string" ? [selectors] : selectors;
  const alternatives = list.map((each) => (typeof each === "string" ? [each] : each));
  const result = locate(document, alternatives, { need: "click", ...options });
  return result.ok ? result.element.id || result.element.localName : result.reason;
}

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
    name: "a test id is a locator, too",
    html: `<p data-testid=total>1</p><p data-cy='say "a"'>2</p><p data-testid=twice>3</p><p data-testid=twice>4</p>
      <p id=five data-testid=other>5</p><ul data-testid=list><li>6</li></ul>`,
    run(document) {
      const locators = [...document.querySelectorAll("p, li")].map(locatorOf);
      equal(locators, [
        '[data-testid="total"]', '[data-cy="say \\"a\\""]', "body > p:nth-of-type(3)", "body > p:nth-of-type(4)", "#five",
        '[data-testid="list"] > li:nth-of-type(1)',
      ]);
    },
  },
  {
    name: "what people call an element that shares its name",
    html: `<ul><li><label>Buy milk</label><button>Delete</button><button class=up></button></li>
      <li><a href=#x>Bread</a><button>Delete</button><button class=up></button></li></ul>
      <p>${"a long paragraph ".repeat(9)}<button>&#xe001;</button></p><p><button>&#xe002;</button></p>
      <p><i>Same</i><button>Go</button></p><p><i>Same</i><button>Go</button></p><button>${"long ".repeat(20)}</button>`,
    run(document) {
      const buttons = [...document.querySelectorAll("button")];
      const named = (name: string): Element[] => buttons.filter((each) => each.textContent === name);
      const calledAll = (name: string): string[] => named(name).map((each) => called(each, named(name)));
      equal(calledAll("Delete"), ["“Delete” in “Buy milk”", "“Delete” in “Bread”"]);
      equal(calledAll(""), ["button.up in “Buy milk”", "button.up in “Bread Delete”"]);
      equal(calledAll("Go"), ["“Go” (1 of 2)", "“Go” (2 of 2)"]);
      equal(calledAll("\ue001"), ["button"]);
      const icons = [...named("\ue001"), ...named("\ue002")];
      equal(icons.map((each) => called(each, icons)), ["button (1 of 2)", "button (2 of 2)"]);
      const long = called(buttons.at(-1)!, [buttons.at(-1)!]);
      equal([[...long].length <= 42, long.endsWith("…”")], [true, true]);
    },
  },
];

export const cases: BrowserCase[] = [...locating, ...seeing, ...naming];
