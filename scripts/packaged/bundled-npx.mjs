import { readdir } from "node:fs/promises";
import path from "node:path";

import { run } from "../lib/commands.mjs";
import { exists } from "../lib/files.mjs";

/** Whether the package's own npx starts where there is no other Node, and says a version. */
export async function npxOf(program, home) {
  const runtime = path.join(path.dirname(program), "resources/runtime");
  const versions = await readdir(runtime);
  const folders = versions.map((version) => path.join(runtime, version, "node/bin"));
  const npx = path.join(folders[0] ?? runtime, "npx");
  if (!(await exists(npx))) return false;
  const answer = await run(npx, ["--version"], { env: { HOME: home, PATH: path.dirname(npx) } });
  return /^\d+\.\d+\.\d+\s*$/.test(answer);
}
