import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that package.json lies in, wherever the scripts are called from. */
export const checkout = path.resolve(import.meta.dirname, "../..");

export function inCheckout(...parts) {
  return path.join(checkout, ...parts);
}

/** True in the file that was named on the command line, so that the same file can be imported too. */
export function isRunDirectly(moduleUrl) {
  const named = process.argv[1];
  return named !== undefined && realpathSync(named) === fileURLToPath(moduleUrl);
}
