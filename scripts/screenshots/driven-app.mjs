import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { checkout } from "../lib/checkout.mjs";
import { electronExecutable } from "../lib/electron-executable.mjs";

/** The size that the app is laid out for first. */
const SIZE = { width: 1440, height: 900 };

/** Starts the app on a data folder of its own, hands its window to `work`, and leaves nothing behind. */
export async function withDrivenApp({ args, env }, work) {
  // Imported late: it is there only once the set-up has run.
  const { _electron } = await import("@playwright/test");
  const data = await mkdtemp(path.join(os.tmpdir(), "pilothouse-pictures-"));
  const app = await _electron.launch({
    executablePath: electronExecutable(),
    args: [checkout, `--data=${data}`, ...args],
    env: { ...process.env, ...env },
    // Playwright would switch it off by itself; the arguments say what this user needs.
    chromiumSandbox: env.ELECTRON_DISABLE_SANDBOX === undefined,
  });
  try {
    const window = await app.firstWindow();
    await window.setViewportSize(SIZE);
    await work(window);
  } finally {
    await app.close();
    await rm(data, { recursive: true, force: true });
  }
}
