import { readFileSync } from "node:fs";
import path from "node:path";

import { folderOf } from "./packages.mjs";

/**
 * The program that set-up put in place. Importing `electron` would tell it too, but downloads it
 * without a limit of time where it is missing.
 */
export function electronExecutable() {
  const named = readFileSync(path.join(folderOf("electron"), "path.txt"), "utf8");
  return path.join(folderOf("electron"), "dist", named);
}
