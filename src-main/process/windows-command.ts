import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { AppError } from "../base/errors.ts";
import { variableOf, type Environment } from "./environment.ts";
import { batchLine } from "./windows-quoting.ts";

/** A program as an entry names it. */
export interface ProgramCall {
  /** Of the server, for messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
}

/** What Node is to spawn for it. */
export interface Spawnable {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether the arguments are joined as they are, without Node's own quotes. */
  readonly windowsVerbatimArguments: boolean;
}

/** Whether there is something at this path that is no folder. */
export type IsFile = (file: string) => boolean;

/** What Windows can start, in the order in which it looks; all else only opens in some program. */
const RUNNABLE = [".com", ".exe", ".bat", ".cmd"];

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
  if (platform === "win32") return windowsCommand(call, isFileOnDisk);
  return { file: call.command, args: call.args, windowsVerbatimArguments: false };
}

/**
 * The same on Windows, where a command such as `npx` is a batch file that only cmd.exe can run. A bare
 * name is looked for in PATH alone and never in the workspace, where a page may have left anything.
 * Throws an `AppError` (`command-not-found`, `folder-too-long`, `not-for-batch-files`).
 */
export function windowsCommand(call: ProgramCall, isFile: IsFile): Spawnable {
  if (call.cwd.length > MAX_FOLDER) throw folderTooLong(call);
  const file = findProgram(call, isFile);
  if (file === null) throw notFound(call);
  return isBatchFile(file)
    ? byCmd(call, file)
    : { file, args: call.args, windowsVerbatimArguments: false };
}

const isBatchFile = (file: string): boolean => /\.(?:bat|cmd)$/i.test(file);

function findProgram({ command, cwd, env }: ProgramCall, isFile: IsFile): string | null {
  const folders = /[\\/:]/.test(command) ? [cwd] : foldersOf(variableOf(env, "PATH", "win32"));
  const names = namesOf(command, variableOf(env, "PATHEXT", "win32"));
  const files = folders.flatMap((folder) => names.map((name) => path.win32.resolve(folder, name)));
  return files.find(isFile) ?? null;
}

/** A folder's name may stand in quotes; a relative one would mean another place for every server. */
function foldersOf(searchPath = ""): readonly string[] {
  const folders = searchPath.match(/(?:"[^"]*"|[^;"])+/g) ?? [];
  return folders
    .map((folder) => folder.replaceAll('"', ""))
    .filter((folder) => path.win32.isAbsolute(folder));
}

/** A name is taken as it stands only where it says what it is: npm puts a shell's `npx` beside `npx.cmd`. */
function namesOf(command: string, pathExt = ""): readonly string[] {
  const wanted = pathExt.toLowerCase().split(";");
  const first = wanted.filter((extension) => RUNNABLE.includes(extension));
  const extensions = [...new Set([...first, ...RUNNABLE])];
  const isWhole = RUNNABLE.includes(path.win32.extname(command).toLowerCase());
  return [...(isWhole ? [command] : []), ...extensions.map((extension) => command + extension)];
}

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
  const root = variableOf(env, "SYSTEMROOT", "win32") ?? "C:\\Windows";
  return path.win32.join(root, "System32", "cmd.exe");
}

function notFound({ name, command }: ProgramCall): AppError {
  return new AppError(
    "command-not-found",
    `The command "${command}" of the server "${name}" was not found. Install it, or write its full path.`,
  );
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

/** Some of the store's programs can be run but not looked into; so only what is known for a folder is none. */
function isFileOnDisk(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    return !statSync(file).isDirectory();
  } catch {
    return true;
  }
}
