import path from "node:path";
import { variableOf } from "./environment.ts";

/** A program of Windows' own by its full path: a bare name would be looked for in other folders first. */
export function windowsSystemProgram(
  environment: NodeJS.ProcessEnv,
  ...below: readonly string[]
): string {
  const root = variableOf(environment, "SYSTEMROOT", "win32") ?? "C:\\Windows";
  return path.win32.join(root, "System32", ...below);
}
