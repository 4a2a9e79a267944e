// A case that must hold in a real browser, and what the cases share.
//
// A file *.browser.ts exports `cases`, an array of { name, html, run }. For each case the runner puts `html` into the
// body of an empty page (document.body.innerHTML, scrolled to the top, in standards mode, viewport about 800×600) and
// calls run(document), which throws, or returns a promise that rejects, when something is wrong. Cases are independent
// of each other and may run in one page, one after the other, or in a page each.
export interface BrowserCase {
  name: string;
  html: string;
  run(document: Document): void | Promise<void>;
}

export function equal(actual: unknown, expected: unknown, what = "value"): void {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== e) throw new Error(`${what}: got ${a}, expected ${e}`);
}

export const one = (document: Document, selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the test page has no ${selector}`);
  return found;
};

export function attach(host: Element, html: string, mode: ShadowRootMode = "open"): ShadowRoot {
  const shadow = host.attachShadow({ mode });
  shadow.innerHTML = html;
  return shadow;
}
