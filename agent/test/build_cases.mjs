// build_cases.mjs OUT: bundles the cases that must hold in a real browser (*.browser.ts) into one script, which leaves
// them in `agentCases`. tests/agent_cases_test.cc runs them.
import { build } from "esbuild";
import { readdirSync } from "node:fs";

const folder = new URL(".", import.meta.url).pathname;
const files = readdirSync(folder).filter((name) => name.endsWith(".browser.ts")).sort();
await build({
  stdin: {
    contents: files.map((name, i) => `import { cases as c${i} } from "./${name}";`).join("\n") +
      `\nglobalThis.agentCases = [${files.map((_, i) => `...c${i}`).join(",")}];`,
    resolveDir: folder,
    loader: "ts",
  },
  bundle: true,
  format: "iife",
  target: "es2022",
  outfile: process.argv[2],
});
