// The text of event names, which C++ writes and reads as well: both sides are held to event_names.json.
import { segment, setKinds } from "../src/names.ts";
import type { BrowserCase } from "./browser_case.ts";
import table from "./event_names.json";

export const cases: BrowserCase[] = [
  {
    name: "names are written as the lab writes them",
    html: "",
    run() {
      setKinds(table.kinds);
      for (const [kind, detail, text] of table.segments as Array<[string, string, string]>) {
        const written = segment(kind, detail);
        if (written !== text) throw new Error(`${JSON.stringify(written)} instead of ${JSON.stringify(text)}`);
      }
    },
  },
];
