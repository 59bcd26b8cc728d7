import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";

import { PlainError } from "./say.mjs";

/** Enough of a failed command's output to see why it failed, without flooding the terminal. */
const SHOWN_OUTPUT_CHARACTERS = 4000;

/** Where the shell would find this command, or undefined. */
export function onPath(command) {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  return folders.map((folder) => path.join(folder, command)).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Spawns a child that does not outlive this process. Where Linux offers it the kernel sees to that,
 * also when this process is killed and has no time to end anything itself.
 */
export function spawnBound(command, args, { whenOrphaned = "TERM", ...options }) {
  return canBindToParent()
    ? spawn("setpriv", ["--pdeathsig", whenOrphaned, "--", command, ...args], options)
    : spawn(command, args, options);
}

let bindsToParent;

function canBindToParent() {
  bindsToParent ??=
    process.platform === "linux" &&
    spawnSync("setpriv", ["--pdeathsig", "TERM", "--", "true"]).status === 0;
  return bindsToParent;
}

/** Resolves when the child is gone, and rejects when it could not be started. */
export function exitOf(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
}

/**
 * Runs a command in silence and returns what it printed; its output is shown only if it fails. Left
 * alone it is killed, as npm would take SIGTERM for no reason to stop and get in the way of the next run.
 */
export async function run(command, args, options) {
  const child = spawnBound(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    whenOrphaned: "KILL",
    ...options,
  });
  child.stdout.setEncoding("utf8");
  child.stderr.setEncoding("utf8");
  let stdout = "";
  let all = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
    all += chunk;
  });
  child.stderr.on("data", (chunk) => (all += chunk));
  const { code, signal } = await exitOf(child);
  if (code === 0) return stdout;
  const ending = signal === null ? `exit code ${code}` : signal;
  throw new PlainError(
    `${all.slice(-SHOWN_OUTPUT_CHARACTERS)}\n${[command, ...args].join(" ")}: ${ending}`,
  );
}
