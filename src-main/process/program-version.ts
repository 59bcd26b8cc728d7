import { execFile } from "node:child_process";

/** Time for a program to say its version, in milliseconds. */
const VERSION_TIMEOUT_MS = 5_000;

/** What a program prints for `--version`; "unknown" where it says nothing in time, or would open a window. */
export function programVersion(executable: string): Promise<string> {
  if (process.platform === "win32") return Promise.resolve("unknown");
  return new Promise((resolve) => {
    execFile(executable, ["--version"], { timeout: VERSION_TIMEOUT_MS }, (error, stdout) =>
      resolve(error ? "unknown" : stdout.trim()),
    );
  });
}
