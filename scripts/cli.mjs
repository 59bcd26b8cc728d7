import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { checkout } from "./lib/checkout.mjs";

/*
 * Runs the built command line in this very process, so that signals reach it. A checkout that was
 * never built is set up first; what that has to say goes to stderr, as stdout is for results.
 */
const built = path.join(checkout, "dist", "main", "cli.js");

if (!existsSync(built)) {
  const setUp = path.join(import.meta.dirname, "set-up.mjs");
  const { status } = spawnSync(process.execPath, [setUp], { stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

// npm runs its scripts in the checkout; paths are meant from where the person stands.
if (process.env.npm_lifecycle_event === "cli" && process.env.INIT_CWD) {
  process.chdir(process.env.INIT_CWD);
}

await import(pathToFileURL(built).href);
