import { readFileSync } from "node:fs";
import path from "node:path";

/** What a built module names beside itself. */
const RELATIVE_IMPORT = /\b(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g;

/** The built script and every file that it imports by a relative name, from its folder on. */
export function moduleClosure(script: string): readonly string[] {
  const folder = path.dirname(script);
  const found = new Set<string>();
  const waiting = [script];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const beside = path.dirname(file);
    for (const [, named = ""] of readFileSync(file, "utf8").matchAll(RELATIVE_IMPORT)) {
      waiting.push(path.join(beside, named));
    }
  }
  return [...found].map((file) => path.relative(folder, file));
}
