import { say } from "./say.mjs";

/**
 * Chromium refuses to start its sandbox as root. Returns what switches it off then, and says so; for
 * anybody else it stays on. The app honours its argument in a development tree only.
 */
export function sandboxForThisUser() {
  if (process.platform !== "linux" || process.getuid() !== 0) return { env: {}, appArguments: [] };
  say("Chromium's sandbox cannot start as root, so it is off for this run.");
  return { env: { ELECTRON_DISABLE_SANDBOX: "1" }, appArguments: ["--browser-sandbox=off"] };
}
