import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { processesWith } from "./processes.ts";

/** After a suite, what it started may take this long to be gone; in milliseconds. */
const SETTLE_MS = 6_000;

/** Every suite has a temp folder of its own: what is left in it, or was started in it, is a leak. */
const folder = mkdtempSync(path.join("/tmp", "pht-"));

/** In place of the person's own: what commands write down there is looked into by all later runs. */
const state = mkdtempSync(path.join("/tmp", "pht-"));

beforeAll(() => {
  process.env["TMPDIR"] = folder;
  process.env["XDG_STATE_HOME"] = state;
});

afterAll(async () => {
  await vi.waitFor(() => expect(processesWith(folder)).toEqual([]), SETTLE_MS);
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), SETTLE_MS);
  for (const each of [folder, state]) rmSync(each, { recursive: true, force: true });
});
