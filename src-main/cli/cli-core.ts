import { existsSync } from "node:fs";
import path from "node:path";
import { AppError } from "../base/errors.ts";
import { loggerTo } from "../base/logger.ts";
import { Redactor } from "../base/redactor.ts";
import { systemClock } from "../base/clock.ts";
import { catalogueFolder, Core } from "../core.ts";
import { makePrivateFolder, removePrivateFolder } from "../process/private-folder.ts";
import type { CommandLine } from "./options.ts";
import { usageError } from "./usage.ts";

/** Where the built command line finds what it needs beside itself. */
export interface CliPlaces {
  /** The folder of the built main process. */
  readonly dist: string;
  readonly resources: string;
  readonly appVersion: string;
}

/** The rooms below the window, for one command. Warnings and servers' stderr go to stderr. */
export function openCliCore(
  line: CommandLine,
  data: string,
  places: CliPlaces,
): { core: Core; redactor: Redactor } {
  const redactor = new Redactor();
  const logger = loggerTo((_level, message) => process.stderr.write(`${redactor.text(message)}\n`));
  const root = line.path("playwright-root");
  const ownData = line.path("data");
  const core = new Core({
    data,
    ...(ownData ? { catalogueFolder: catalogueFolder(ownData) } : {}),
    runtimeRoots: [
      ...(root ? [root] : []),
      path.join(places.resources, "runtime"),
      path.join(data, "runtime"),
    ],
    guardScript: path.join(places.dist, "guard.js"),
    appVersion: places.appVersion,
    hostEnv: process.env,
    askLoginShell: false,
    redactor,
    logger,
    clock: systemClock,
    sandbox: line.sandbox(),
    mcpFile: configFile(line),
    preset: !line.has("no-preset"),
    chosenBrowser: () => line.path("browser-executable"),
  });
  // Unlike the app, which has other things to do, a command that was given a broken file does nothing.
  if (core.brokenFile) throw new AppError(core.brokenFile.code, core.brokenFile.message);
  return { core, redactor };
}

/** Unlike the app's own file, one that is named has to be there. */
function configFile(line: CommandLine): string | null {
  const file = line.path("config");
  if (file !== null && !existsSync(file)) throw usageError(`--config: there is no file ${file}.`);
  return file;
}

/** The rooms for one command, and a folder that is gone after it. */
export interface CliCore {
  readonly core: Core;
  readonly redactor: Redactor;
  readonly scratch: string;
}

/**
 * For a command that keeps no records. Nothing that it started outlives it, however it ends; the signal
 * is that of {@link untilSignalled}.
 */
export async function inCliCore(
  line: CommandLine,
  places: CliPlaces,
  work: (opened: CliCore, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const scratch = makePrivateFolder();
  try {
    const { core, redactor } = openCliCore(line, scratch, places);
    core.supervisor.adoptFolder(scratch);
    return await untilSignalled(
      (signal) => work({ core, redactor, scratch }, signal),
      () => core.close(),
    );
  } finally {
    removePrivateFolder(scratch);
  }
}

/** One line of JSON on stdout. */
export function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/**
 * Runs until SIGINT or SIGTERM aborts it, or nobody reads its results any more, and then ends what it
 * has opened. Any number of signals is the same as one, up to the very end.
 */
export async function untilSignalled<T>(
  work: (signal: AbortSignal) => Promise<T>,
  end: () => Promise<void>,
): Promise<T> {
  const abort = new AbortController();
  const stop = () => abort.abort(new DOMException("Stopped by a signal.", "AbortError"));
  process.on("SIGINT", stop).on("SIGTERM", stop);
  process.stdout.on("error", stop);
  // What is said on the side is nobody's result.
  process.stderr.on("error", () => {});
  try {
    return await work(abort.signal);
  } finally {
    await end();
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}
