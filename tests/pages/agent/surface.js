// Everything that the global object and its classes show of themselves, a line each. Two pages whose lines are equal
// cannot be told apart by looking at functions and properties.
function surface() {
  const lines = [];
  const seen = new Set();
  const text = (f) => { try { return Function.prototype.toString.call(f); } catch (e) { return `throws ${e.message}`; } };
  const keyName = (key) => (typeof key === "symbol" ? key.toString() : key);
  const flags = (d) => ["writable", "enumerable", "configurable"].filter((flag) => d[flag]).join(" ");
  const isPlain = (value) => value === null || /^(string|number|boolean|undefined)$/.test(typeof value);

  function visit(path, owner) {
    for (const key of Reflect.ownKeys(owner)) {
      const name = `${path}.${keyName(key)}`;
      const d = Object.getOwnPropertyDescriptor(owner, key);
      if (!d) { lines.push(`${name} vanished`); continue; }
      const parts = [flags(d)];
      for (const role of ["get", "set"]) if (d[role]) parts.push(`${role} ${describe(`${name} ${role}`, d[role])}`);
      if ("value" in d && typeof d.value === "function") parts.push(describe(name, d.value));
      else if ("value" in d && owner !== globalThis && isPlain(d.value)) parts.push(`= ${String(d.value)}`);
      else if ("value" in d) parts.push(typeof d.value);
      lines.push(`${name}: ${parts.join(", ")}`);
    }
  }
  function describe(path, f) {
    const own = Reflect.ownKeys(f).map(keyName).join(" ");
    const proto = Object.getPrototypeOf(f);
    const parent = proto === Function.prototype ? "" : ` extends ${typeof proto === "function" ? proto.name : typeof proto}`;
    if (!seen.has(f)) {
      seen.add(f);
      pending.push([path, f]);
    }
    return `${f.name}/${f.length}${parent} [${own}] ${text(f).replace(/\s+/g, " ").slice(0, 80)}`;
  }
  const pending = [];
  visit("window", globalThis);
  while (pending.length > 0) {
    const [path, f] = pending.shift();
    if (!/\[native code\]/.test(text(f))) continue;
    visit(path, f);
    const prototype = f.prototype;
    if (prototype && typeof prototype === "object") {
      visit(`${path}.prototype`, prototype);
      lines.push(`${path}.prototype.constructor is it: ${prototype.constructor === f}`);
    }
  }
  for (const name of ["Math", "Reflect", "JSON", "Intl", "navigator", "performance", "history", "document", "crypto", "Temporal", "WebAssembly", "CSS"]) {
    const object = globalThis[name];
    if (object) visit(name, object);
  }
  if (globalThis.Temporal) visit("Temporal.Now", Temporal.Now);
  visit("Intl.DateTimeFormat.prototype", Intl.DateTimeFormat.prototype);
  return lines;
}
