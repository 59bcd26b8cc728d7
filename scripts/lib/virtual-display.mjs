import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

import { exitOf, spawnBound } from "./commands.mjs";
import { PlainError, say } from "./say.mjs";

/** The size of a common laptop, which is what the app is laid out for first. */
const SCREEN = "1440x900x24";

/** Xvfb is ready in a fraction of a second, except on a machine that is busy with a build. */
const START_LIMIT_MS = 20_000;

/** Xvfb has nothing to save; one that does not go at once hangs. */
const STOP_LIMIT_MS = 2000;

/** Only Linux can be without one: elsewhere the display belongs to the system. */
export function hasDisplay() {
  return (
    process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
  );
}

/**
 * Hands `work` the environment of a display: the person's own where there is one, otherwise that of a
 * virtual one, which ends with `work`.
 */
export async function withDisplay(work) {
  if (hasDisplay()) return work({ isVirtual: false, env: {} });
  say("There is no display, so Xvfb stands in for one.");
  const display = await startVirtualDisplay();
  try {
    return await work({ isVirtual: true, env: { DISPLAY: display.name } });
  } finally {
    await display.stop();
  }
}

/** In a group of its own, Ctrl+C in the terminal does not take the display from an app that is closing. */
async function startVirtualDisplay() {
  const server = spawnBound(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", SCREEN, "-nolisten", "tcp"],
    { stdio: ["ignore", "ignore", "pipe", "pipe"], detached: true },
  );
  let complaints = "";
  server.stderr.on("data", (chunk) => (complaints += chunk));
  const exit = exitOf(server);
  const number = await Promise.race([
    firstLineOf(server.stdio[3]),
    exit.then(() => undefined),
    sleep(START_LIMIT_MS, undefined, { ref: false }),
  ]);
  if (!number) {
    server.kill("SIGKILL");
    throw new PlainError(`The virtual display did not start. ${complaints}`);
  }
  return { name: `:${number}`, stop: () => stop(server, exit) };
}

/** Xvfb picks a free number by itself and tells it once clients may come. */
async function firstLineOf(stream) {
  const lines = createInterface({ input: stream });
  const [line] = await once(lines, "line");
  lines.close();
  return line.trim();
}

async function stop(server, exit) {
  server.kill("SIGTERM");
  const stopped = exit.then(() => true);
  if (await Promise.race([stopped, sleep(STOP_LIMIT_MS, false, { ref: false })])) return;
  server.kill("SIGKILL");
  await exit;
}
