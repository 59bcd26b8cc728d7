import { readFileSync } from "node:fs";
import type { z } from "zod";

/** Null when the file is missing or not of this shape: then what it tells of does not count. */
export function readJson<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}
