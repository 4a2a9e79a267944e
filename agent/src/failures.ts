// Uncaught errors and rejections are operations of the event in which they happened.
import { listen, global } from "./native.ts";
import { record } from "./trace.ts";

export function installFailures(): void {
  listen(global, "error", (event: Event) => {
    if (!(event instanceof ErrorEvent)) return;
    record("fail", { text: event.message, where: { url: event.filename, line: event.lineno, column: event.colno } });
  }, { capture: true });
  listen(global, "unhandledrejection", (event: PromiseRejectionEvent) => {
    record("fail", { text: `Uncaught (in promise) ${text(event.reason)}` });
  }, { capture: true });
}

function text(reason: unknown): string {
  try {
    return String(reason);
  } catch {
    return "an object without a text";
  }
}
