// IndexedDB: requests and transactions count as pending, and each of their events is one of the trace.
import { addListener, apply } from "./native.ts";
import { wrapMethod } from "./disguise.ts";
import { begin, fork, type EventId } from "./trace.ts";
import { countPending } from "./requests.ts";

// The first event of `target` is the one that is forked here; those after it (of a cursor, of an upgrade) are caused by
// the one before.
function watch(target: EventTarget, name: string, types: string[], ends: string[]): void {
  const done = countPending();
  let event: EventId = fork("other", name, { how: "callback" });
  let hasBegun = false;
  for (const type of types) {
    addListener(target, type, () => {
      if (hasBegun) event = fork("other", name, { cause: event, how: "callback" });
      hasBegun = true;
      begin(event);
      if (ends.includes(type)) done();
    });
  }
}

export function installDatabases(): void {
  if (typeof IDBFactory === "undefined") return;
  const answers = ["success", "error"];
  const reading = ["get", "getKey", "getAll", "getAllKeys", "count", "openCursor", "openKeyCursor"];
  const all: Array<[object, string[], string[], string[]]> = [
    [IDBFactory.prototype, ["open", "deleteDatabase"], ["upgradeneeded", "blocked", ...answers],
      ["blocked", ...answers]],
    [IDBDatabase.prototype, ["transaction"], ["complete", "abort"], ["complete", "abort"]],
    [IDBObjectStore.prototype, ["add", "put", "delete", "clear", ...reading], answers, answers],
    [IDBIndex.prototype, reading, answers, answers],
    [IDBCursor.prototype, ["update", "delete"], answers, answers],
  ];
  for (const [owner, names, types, ends] of all) {
    for (const name of names) {
      wrapMethod(owner, name, (native, self, args) => {
        const request = apply(native, self, args);
        watch(request, `indexeddb ${name}`, types, ends);
        return request;
      });
    }
  }
}
