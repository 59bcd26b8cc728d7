import { writeFileSync } from "node:fs";
import path from "node:path";

/** As root no Chromium sandbox can start; everywhere else tests run with it. */
export const sandbox = process.getuid?.() === 0 ? "off" : "on";

/** Keeps a test's browser from asking for names: it may reach this machine alone. */
const hostRule = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1";

/** What a test sets in the environment for the browser server, by way of a file in the folder. */
export function browserEnvironment(folder: string): Readonly<Record<string, string>> {
  const config = path.join(folder, "browser-config.json");
  writeFileSync(config, JSON.stringify({ browser: { launchOptions: { args: [hostRule] } } }));
  return { PLAYWRIGHT_EXTRA_ARGS: `--config "${config}"` };
}
