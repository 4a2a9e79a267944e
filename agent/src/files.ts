// Files: FileReader, the file system that the origin has to itself, and pictures that become files. All of it counts as
// pending until it ends.
import { addListener, apply, getPrototypeOf, removeListener } from "./native.ts";
import { iterateBy, wrapMethod } from "./disguise.ts";
import { begin, fork } from "./trace.ts";
import { countPending, follow } from "./requests.ts";

function installReaders(): void {
  const types = ["loadstart", "progress", "load", "error", "abort"];
  for (const name of ["readAsText", "readAsDataURL", "readAsArrayBuffer", "readAsBinaryString"]) {
    wrapMethod(globalThis.FileReader?.prototype, name, (native, self, args) => {
      const result = apply(native, self, args);
      const event = fork("other", name, { how: "callback" });
      const done = countPending();
      const start = (): void => begin(event);
      for (const type of types) addListener(self, type, start);
      addListener(self, "loadend", () => {
        begin(event);
        done();
        for (const type of types) removeListener(self, type, start);
      }, { once: true });
      return result;
    });
  }
}

const followed = (promise: Promise<unknown>, name: string): Promise<unknown> =>
  follow(promise, fork("other", name, { how: "callback" }));

function installHandles(): void {
  const any = globalThis as any;
  const methods: Array<[any, string[]]> = [
    [any.FileSystemHandle?.prototype, ["isSameEntry", "queryPermission", "remove", "move"]],
    [any.FileSystemFileHandle?.prototype, ["getFile", "createWritable", "move"]],
    [any.FileSystemDirectoryHandle?.prototype, ["getFileHandle", "getDirectoryHandle", "removeEntry", "resolve"]],
    [any.FileSystemWritableFileStream?.prototype, ["write", "seek", "truncate"]],
  ];
  for (const [owner, names] of methods) {
    for (const name of names) {
      wrapMethod(owner, name, (native, self, args) => followed(apply(native, self, args), `file ${name}`));
    }
  }
  const known = new WeakSet<object>(); // the prototypes of iterators over directories
  for (const name of ["entries", "keys", "values"]) {
    wrapMethod(any.FileSystemDirectoryHandle?.prototype, name, (native, self, args) => {
      const iterator = apply(native, self, args);
      const prototype = getPrototypeOf(iterator);
      if (!known.has(prototype))
        wrapMethod(prototype, "next", (next, that, rest) => followed(apply(next, that, rest), "file next"));
      known.add(prototype);
      return iterator;
    });
  }
  iterateBy(any.FileSystemDirectoryHandle?.prototype, "entries");
}

// A file is written through a stream, whose methods it shares with those of the page.
function installWriting(): void {
  const FileStream = (globalThis as any).FileSystemWritableFileStream;
  if (!FileStream) return;
  const writers = new WeakSet<object>();
  const isFile = (self: unknown): boolean => self instanceof FileStream || writers.has(self as object);
  wrapMethod(WritableStream.prototype, "getWriter", (native, self, args) => {
    const writer = apply(native, self, args);
    if (isFile(self)) writers.add(writer);
    return writer;
  });
  for (const owner of [WritableStream.prototype, WritableStreamDefaultWriter.prototype]) {
    for (const name of ["write", "close", "abort"]) {
      wrapMethod(owner, name, (native, self, args) => {
        const promise = apply(native, self, args);
        return isFile(self) ? followed(promise, `file ${name}`) : promise;
      });
    }
  }
}

function installPictures(): void {
  wrapMethod(globalThis.HTMLCanvasElement?.prototype, "toBlob", (native, self, args) => {
    const callback = args[0];
    if (typeof callback !== "function") return apply(native, self, args);
    const event = fork("other", "toBlob", { how: "callback" });
    const done = countPending();
    try {
      return apply(native, self, [function (this: unknown, ...rest: unknown[]): unknown {
        done();
        begin(event);
        return apply(callback, this, rest);
      }, ...args.slice(1)]);
    } catch (error) {
      done(); // a picture that the page must not read
      throw error;
    }
  });
}

export function installFiles(): void {
  installReaders();
  installHandles();
  installWriting();
  installPictures();
}
