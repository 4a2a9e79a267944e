// WebSocket, as the page sees it when the lab plays the server.
import { global, runAsTask } from "./native.ts";
import { begin, fork } from "./trace.ts";
import { countPending } from "./requests.ts";
import {
  fire, openStream, replaceAccessor, replaceConstructor, replaceGetters, replaceHandlers, replaceMethod, sendOn,
  type Delivery, type Stream,
} from "./streams.ts";

interface Socket {
  target: EventTarget;
  stream: Stream;
  url: string;
  readyState: number;
  binaryType: BinaryType;
  wanted: string; // the protocol
}
const sockets = new WeakMap<object, Socket>();

// The address to connect to; null when the browser would refuse it.
function addressOf(url: unknown): string | null {
  try {
    const parsed = new URL(String(url), global.document.baseURI);
    if (parsed.protocol === "http:") parsed.protocol = "ws:";
    if (parsed.protocol === "https:") parsed.protocol = "wss:";
    if (!/^wss?:$/.test(parsed.protocol)) return null;
    if (parsed.protocol === "ws:" && global.location.protocol === "https:") return null; // mixed content
    parsed.hash = "";
    return parsed.href;
  } catch {
    return null;
  }
}

const isToken = (protocol: unknown): boolean => /^[!#$%&'*+\-.^_`|~\w]+$/.test(String(protocol));

function bytesOf(socket: Socket, base64: string): Blob | ArrayBuffer {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  return socket.binaryType === "blob" ? new Blob([bytes]) : bytes.buffer;
}

function receive(socket: Socket, delivery: Delivery): void {
  if (delivery.what === "open") {
    socket.readyState = 1;
    fire(socket.target, new Event("open"));
  } else if (delivery.what === "message") {
    if (socket.readyState !== 1) return;
    const data = delivery.binary ? bytesOf(socket, delivery.data ?? "") : delivery.data ?? "";
    fire(socket.target, new MessageEvent("message", { data, origin: new URL(socket.url).origin }));
  } else {
    const code = delivery.what === "close" ? (delivery.code ?? 1000) : 1006;
    end(socket, code !== 1006, code, delivery.data ?? "");
  }
}

function end(socket: Socket, wasClean: boolean, code: number, reason: string): void {
  socket.readyState = 3;
  socket.stream.closed = true;
  if (!wasClean) fire(socket.target, new Event("error"));
  fire(socket.target, new CloseEvent("close", { wasClean, code, reason }));
}

function close(socket: Socket, code: unknown, reason: unknown): void {
  const number = code === undefined ? 1005 : (+(code as number) | 0) & 0xffff;
  if (code !== undefined && number !== 1000 && (number < 3000 || number > 4999)) {
    throw new DOMException(
      "Failed to execute 'close' on 'WebSocket': The close code must be either 1000, or between 3000 and 4999. " +
        `${number} is neither.`,
      "InvalidAccessError",
    );
  }
  const text = reason === undefined ? "" : String(reason);
  if (new TextEncoder().encode(text).length > 123) {
    throw new DOMException(
      "Failed to execute 'close' on 'WebSocket': The close reason must not be greater than 123 UTF-8 bytes.",
      "SyntaxError",
    );
  }
  if (socket.readyState >= 2) return;
  const wasOpen = socket.readyState === 1;
  socket.readyState = 2;
  socket.stream.closed = true; // for the lab: nothing more is to be delivered
  const event = fork("web-socket", "close", { cause: socket.stream.event, how: "message" });
  const done = countPending();
  runAsTask(() => {
    done();
    begin(event);
    end(socket, wasOpen, wasOpen ? number : 1006, wasOpen ? text : "");
  });
}

export function replayWebSockets(): void {
  if (typeof WebSocket === "undefined") return;
  const prototype = WebSocket.prototype;
  replaceConstructor("WebSocket", (make, args) => {
    const url = args.length > 0 ? addressOf(args[0]) : null;
    const protocols = args[1] === undefined ? [] : Array.isArray(args[1]) ? args[1] : [args[1]];
    const areGood = protocols.every(isToken) && new Set(protocols.map(String)).size === protocols.length;
    if (url === null || !areGood) return null;
    const target = make();
    const socket = { target, url, readyState: 0, binaryType: "blob", wanted: String(protocols[0] ?? "") } as Socket;
    socket.stream = openStream("web-socket", url, (delivery) => receive(socket, delivery));
    sockets.set(target, socket);
    return target;
  });
  replaceGetters<Socket>(prototype, sockets, {
    url: (socket) => socket.url,
    readyState: (socket) => socket.readyState,
    bufferedAmount: () => 0,
    extensions: () => "",
    protocol: (socket) => (socket.readyState === 0 ? "" : socket.wanted),
  });
  replaceAccessor<Socket>(prototype, "binaryType", sockets, (socket) => socket.binaryType, (socket, value) => {
    if (value === "blob" || value === "arraybuffer") socket.binaryType = value;
  });
  replaceMethod<Socket>(prototype, "send", sockets, (socket, args) => {
    if (args.length === 0) {
      throw new TypeError("Failed to execute 'send' on 'WebSocket': 1 argument required, but only 0 present.");
    }
    if (socket.readyState === 0) {
      throw new DOMException(
        "Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.",
        "InvalidStateError",
      );
    }
    if (socket.readyState === 1) sendOn(socket.stream);
  });
  replaceMethod<Socket>(prototype, "close", sockets, (socket, args) => close(socket, args[0], args[1]));
  replaceHandlers<Socket>(prototype, sockets, ["open", "error", "close", "message"]);
}
