import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A fresh folder that is gone when the test is. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "t-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
