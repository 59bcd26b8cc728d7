import path from "node:path";
import { AppError } from "../base/errors.ts";
import { variableOf, type Environment } from "./environment.ts";
import { findProgram, type IsProgram } from "./find-program.ts";
import { notFoundAnywhere, type ProgramStart } from "./start-failure.ts";
import { windowsSystemProgram } from "./windows-system.ts";
import { batchLine } from "./windows-quoting.ts";

/** A program as an entry names it. */
export interface ProgramCall extends ProgramStart {
  readonly args: readonly string[];
}

/** What Node is to spawn for it. */
export interface Spawnable {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether the arguments are joined as they are, without Node's own quotes. */
  readonly windowsVerbatimArguments: boolean;
}

/** cmd.exe reads no longer line, in characters. */
const MAX_BATCH_LINE = 8_191;

/** What a batch file like npm's adds to its arguments: the paths of Node and of the script, in characters. */
const BATCH_FILE_ADDS = 2 * 260;

/** What CreateProcess takes for the folder that a program starts in (MAX_PATH less its end), in characters. */
const MAX_FOLDER = 258;

/** What is to be spawned so that the program gets its arguments byte for byte (M17, B1.2). */
export function spawnable(
  call: ProgramCall,
  platform: NodeJS.Platform = process.platform,
): Spawnable {
  if (platform === "win32") return windowsCommand(call);
  return { file: call.command, args: call.args, windowsVerbatimArguments: false };
}

/**
 * The same on Windows, where a command such as `npx` is a batch file that only cmd.exe can run. A bare
 * name is looked for in PATH alone and never in the workspace, where a page may have left anything.
 * Throws an `AppError` (`command-not-found`, `folder-too-long`, `not-for-batch-files`).
 */
export function windowsCommand(call: ProgramCall, isProgram?: IsProgram): Spawnable {
  if (call.cwd.length > MAX_FOLDER) throw folderTooLong(call);
  const found = findProgram(call, "win32", isProgram);
  const file = found.at;
  if (file === null) throw notFoundAnywhere(call, found);
  return isBatchFile(file)
    ? byCmd(call, file)
    : { file, args: call.args, windowsVerbatimArguments: false };
}

const isBatchFile = (file: string): boolean => /\.(?:bat|cmd)$/i.test(file);

/** Nothing of the person's registry (`/d`), extensions but no delayed expansion, and quotes kept (`/s`). */
function byCmd(call: ProgramCall, file: string): Spawnable {
  refuseWhatCmdCannot(call, file);
  const line = batchLine(file, call.args);
  if (line.length + BATCH_FILE_ADDS > MAX_BATCH_LINE) {
    throw notForBatchFiles(call, file, "Its arguments are longer than Windows takes for one.");
  }
  return {
    file: cmdExe(call.env),
    args: ["/d", "/e:on", "/v:off", "/s", "/c", `"${line}"`],
    windowsVerbatimArguments: true,
  };
}

function refuseWhatCmdCannot(call: ProgramCall, file: string): void {
  if (call.args.some((arg) => /[\r\n\0]/.test(arg))) {
    throw notForBatchFiles(call, file, "One of its arguments has a line break in it.");
  }
  if (/^[\\/]{2}/.test(call.cwd)) {
    throw notForBatchFiles(call, file, `Its folder is on the network: ${call.cwd}`);
  }
}

/** Another shell in ComSpec has another way of quoting. */
function cmdExe(env: Environment): string {
  const named = variableOf(env, "COMSPEC", "win32") ?? "";
  if (/[\\/]cmd\.exe$/i.test(named)) return named;
  return windowsSystemProgram(env, "cmd.exe");
}

function folderTooLong({ name, cwd }: ProgramCall): AppError {
  return new AppError(
    "folder-too-long",
    `The path of the folder in which "${name}" is to run is longer than the ${MAX_FOLDER} characters that Windows allows. Keep Pilothouse's data in a folder with a shorter path: ${cwd}`,
  );
}

function notForBatchFiles({ name }: ProgramCall, file: string, why: string): AppError {
  return new AppError(
    "not-for-batch-files",
    `The server "${name}" cannot be started by ${path.win32.basename(file)}, which is a batch file. ${why} Write the program behind it as the command.`,
  );
}
