// The text of event names; src/trace/event_name.h has the grammar, and is the other side of this contract.
let kind: RegExp = /$^/;

// The kinds of events, as the lab knows them.
export function setKinds(kinds: string[]): void {
  kind = new RegExp(`\\\\|/(?=(?:${kinds.join("|")})(?:[:/#]|$))|#(?=\\d+$)`, "g");
}

const replace = String.prototype.replace;
const apply = Reflect.apply;

// One segment of a name, without its ordinal.
export const segment = (of: string, detail: string): string =>
  detail === "" ? of : `${of}:${apply(replace, apply(replace, detail, [kind, "\\$&"]), [/\n/g, "\\n"])}`;
