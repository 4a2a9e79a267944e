// The next frame that the browser draws of this document, for whoever must wait for one: observers are called then, and
// an element that cannot have the focus any more loses it.
//
// None is drawn before there is a body, while a style sheet of the head is awaited, or in a frame of another origin
// that nobody can see. What would come with it comes later, when something lets it: there is nothing to wait for.
import { afterPatience, getter, global, NativePromise, readyStateOf, requestFrame, uncurry } from "./native.ts";
import { attributeOf, bodyOf, documentElementOf, queryAll } from "./dom.ts";
import { loadingOf } from "./elements.ts";

const NativeObserver = IntersectionObserver;
const observe = uncurry(NativeObserver.prototype.observe);
const sheetOf = getter<CSSStyleSheet | null>(HTMLLinkElement.prototype, "sheet");
const isDisabled = getter<boolean>(HTMLLinkElement.prototype, "disabled");
const matchMedia = global.matchMedia.bind(global);

// One that failed has an empty sheet. Those that scripts insert hold nothing up.
const isAwaited = (link: Element): boolean =>
  sheetOf(link) === null &&
  !isDisabled(link) &&
  loadingOf(link) === undefined &&
  matchMedia(attributeOf(link, "media") ?? "all").matches;

// Whether anything of this document can be seen yet.
export function isDrawn(): boolean {
  const document = global.document;
  if (readyStateOf(document) === "complete") return true;
  if (bodyOf(document) === null && readyStateOf(document) === "loading") return false;
  return !queryAll(document, "head link[rel~=stylesheet i]").some(isAwaited);
}

const isForeign = ((): boolean => {
  try {
    return global.top!.document === null;
  } catch {
    return true;
  }
})();

// ---- frames of other origins ----

const kPatience = 1000; // for a browser that does not say whether a frame is seen, since it draws nothing around it

let isSeen: boolean | null = isForeign ? null : true; // null: not known yet
let isLooking = false;
const onceKnown = new Set<() => void>();
const onceSeen: Array<() => void> = [];

function know(seen: boolean): void {
  isSeen = seen;
  for (const next of onceKnown) next();
  onceKnown.clear();
  if (seen) for (const next of onceSeen.splice(0)) next();
}

function look(): void {
  const root = documentElementOf(global.document);
  if (isLooking || !isForeign || !root) return;
  isLooking = true;
  observe(new NativeObserver((entries) => {
    const { width, height } = entries[entries.length - 1].intersectionRect;
    know(width > 0 && height > 0);
  }), root);
  afterPatience(kPatience, () => void (isSeen === null && know(false)));
}

// Whether the browser draws a frame or two before it finds out that nobody sees them is a matter of luck: what comes
// with them waits until somebody does.
export function whenSeen(next: () => void): void {
  look();
  if (isSeen) next();
  else onceSeen.push(next);
}

export async function frame(): Promise<void> {
  if (!isDrawn()) return;
  look();
  if (isSeen === null) await new NativePromise<void>((done) => void onceKnown.add(done));
  if (!isSeen) return;
  await new NativePromise<void>((done) => {
    onceKnown.add(done); // it may go out of sight meanwhile
    requestFrame(() => {
      onceKnown.delete(done);
      done();
    });
  });
}
