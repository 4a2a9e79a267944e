// build_agent.mjs OUT: type-checks the agent and bundles it into one script.
//
// The script is an expression in parentheses, so that the lab can put the configuration in front of it and bind the
// result to a constant: const __squall = (…);
import { build } from "esbuild";
import { writeFileSync } from "node:fs";

const out = process.argv[2];
const result = await build({
  entryPoints: ["agent/src/main.ts"],
  bundle: true,
  format: "iife",
  globalName: "agent",
  target: "es2022",
  minify: true,
  legalComments: "none",
  write: false,
});
const bundle = result.outputFiles[0].text.trim();
writeFileSync(out, `(()=>{${bundle};return agent.default})()`);
