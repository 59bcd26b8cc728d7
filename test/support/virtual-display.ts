import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";

/** The environment of a display of the test's own: what shows there is in nobody's way. Ends with the test. */
export async function virtualDisplay(): Promise<{ readonly DISPLAY: string }> {
  const server = spawn(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    },
  );
  const exited = once(server, "exit");
  onTestFinished(async () => {
    server.kill();
    await exited;
  });
  const [number] = (await once(createInterface(server.stdio[3] as Readable), "line")) as [string];
  return { DISPLAY: `:${number.trim()}` };
}
