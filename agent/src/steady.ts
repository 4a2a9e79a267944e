// The address of a blob has a random part, another one in every execution. It is left out of all that is told: which
// blob it is, the cause and the number in an event's name say; what is in it, the screen shows.
// src/base/url.h has the same for what the browser tells.
const kBlob = /(blob:(?:https?:\/\/[^\s/]+|null)\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const { includes, replace } = String.prototype;
const apply = Reflect.apply;

export const steady = (text: string): string =>
  apply(includes, text, ["blob:"]) ? apply(replace, text, [kBlob, "$1*"]) : text;
