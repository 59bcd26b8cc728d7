import { spawnSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import path from "node:path";

/** Whether the package's own npx starts where there is no other Node, and says a version. */
export async function bringsNpx(program, home) {
  const runtime = path.join(path.dirname(program), "resources/runtime");
  const [version = ""] = await readdir(runtime);
  const folder = path.join(runtime, version, "node/bin");
  const { stdout } = spawnSync(path.join(folder, "npx"), ["--version"], {
    encoding: "utf8",
    env: { HOME: home, PATH: folder },
  });
  return /^\d+\.\d+\.\d+\s*$/.test(stdout ?? "");
}
