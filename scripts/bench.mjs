import path from "node:path";
import { parseArgs } from "node:util";

import { checkout, isRunDirectly } from "./lib/checkout.mjs";
import { runScript } from "./lib/say.mjs";
import { setUp } from "./set-up.mjs";
import { buildApp } from "./set-up/build.mjs";

/**
 * Measures what `bench/` has to say, on the built app; `--json FILE` keeps the figures, `--only wire,quit`
 * measures the parts whose names begin so.
 */
async function bench(args) {
  const options = { json: { type: "string" }, only: { type: "string" } };
  const { json, only } = parseArgs({ args, options }).values;
  await setUp();
  await buildApp();
  // Vite runs TypeScript as it stands; it is there only once the set-up is done.
  const { runnerImport } = await import("vite");
  const { module } = await runnerImport(path.join(checkout, "bench", "run.ts"));
  const file = json === undefined ? null : path.resolve(process.env.INIT_CWD ?? ".", json);
  const isGood = await module.run({
    file,
    only: only?.split(",") ?? null,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  return isGood ? 0 : 1;
}

if (isRunDirectly(import.meta.url)) await runScript(() => bench(process.argv.slice(2)));
