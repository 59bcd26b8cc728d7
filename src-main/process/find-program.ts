import { accessSync, constants, existsSync, statSync } from "node:fs";
import path from "node:path";
import { variableOf, type Environment } from "./environment.ts";

/** A program as an entry names it, and where it is to run. */
export interface ProgramQuery {
  readonly command: string;
  readonly cwd: string;
  readonly env: Environment;
}

export interface FoundProgram {
  /** Null where it is in none of the folders. */
  readonly at: string | null;
  /** Whether only its name was given, so that the folders are those of the PATH. */
  readonly isBare: boolean;
  /** Where it was looked for, in order. */
  readonly searched: readonly string[];
  /** A file of that name that the system does not run; null where there is none. */
  readonly notExecutable: string | null;
}

/** Whether the system would start this file. */
export type IsProgram = (file: string) => boolean;

/** What Windows can start, in the order in which it looks; all else only opens in some program. */
const RUNNABLE = [".com", ".exe", ".bat", ".cmd"];

/** Where a Unix looks that was given no PATH. */
const PATH_OF_NONE = "/bin:/usr/bin";

/**
 * Where a command is found, by the rules of the system: a bare name in the folders of its own PATH,
 * on Windows with the endings of PATHEXT, and all else from the folder in which it is to run.
 */
export function findProgram(
  query: ProgramQuery,
  platform: NodeJS.Platform = process.platform,
  isProgram: IsProgram = platform === "win32" ? isFile : isExecutable,
): FoundProgram {
  const { folders, names, isBare } = placesOf(query, platform);
  const system = platform === "win32" ? path.win32 : path.posix;
  const files = folders.flatMap((folder) => names.map((name) => system.join(folder, name)));
  const at = files.find(isProgram) ?? null;
  const notExecutable = at === null && platform !== "win32" ? files.find(isFile) : null;
  return { at, isBare, searched: [...new Set(folders)], notExecutable: notExecutable ?? null };
}

interface Places {
  readonly folders: readonly string[];
  readonly names: readonly string[];
  readonly isBare: boolean;
}

function placesOf({ command, cwd, env }: ProgramQuery, platform: NodeJS.Platform): Places {
  const isWindows = platform === "win32";
  const system = isWindows ? path.win32 : path.posix;
  const isBare = !(isWindows ? /[\\/:]/ : /\//).test(command);
  const file = system.resolve(cwd, command);
  const name = isBare ? command : system.basename(file);
  return {
    isBare,
    names: isWindows ? windowsNames(name, variableOf(env, "PATHEXT", platform)) : [name],
    folders: isBare ? pathFolders({ cwd, env }, platform) : [system.dirname(file)],
  };
}

/**
 * On Windows a folder's name may stand in quotes, and a relative one would mean another place for every
 * server; elsewhere the system takes it, and an empty one, from the folder in which the program runs.
 */
function pathFolders(
  { cwd, env }: Pick<ProgramQuery, "cwd" | "env">,
  platform: NodeJS.Platform,
): readonly string[] {
  const searchPath = variableOf(env, "PATH", platform);
  if (platform !== "win32") {
    return (searchPath ?? PATH_OF_NONE).split(":").map((folder) => path.posix.resolve(cwd, folder));
  }
  const folders = searchPath?.match(/(?:"[^"]*"|[^;"])+/g) ?? [];
  return folders
    .map((folder) => folder.replaceAll('"', ""))
    .filter((folder) => path.win32.isAbsolute(folder));
}

/** A name is taken as it stands only where it says what it is: npm puts a shell's `npx` beside `npx.cmd`. */
function windowsNames(command: string, pathExt = ""): readonly string[] {
  const wanted = pathExt.toLowerCase().split(";");
  const first = wanted.filter((extension) => RUNNABLE.includes(extension));
  const extensions = [...new Set([...first, ...RUNNABLE])];
  const isWhole = RUNNABLE.includes(path.win32.extname(command).toLowerCase());
  return [...(isWhole ? [command] : []), ...extensions.map((extension) => command + extension)];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Some of the Windows store's programs can be run but not looked into; so only what is known for a folder is none. */
function isFile(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    return !statSync(file).isDirectory();
  } catch {
    return true;
  }
}
