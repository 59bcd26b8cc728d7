import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";

export interface FoundProgram {
  /** Null where it is in none of the folders. */
  readonly at: string | null;
  /** Where it was looked for, in order. */
  readonly searched: readonly string[];
}

/** Endings that Windows tries where the variable that lists them is missing. */
const USUAL_ENDINGS = ".COM;.EXE;.BAT;.CMD";

/** Where a command is found, by the rules of the system: a bare name in the folders of the PATH. */
export function findProgram(
  command: string,
  cwd: string,
  searchPath: string,
  environment: NodeJS.ProcessEnv = process.env,
): FoundProgram {
  const isBare = path.basename(command) === command;
  const folders = isBare
    ? searchPath.split(path.delimiter).filter(Boolean)
    : [path.dirname(path.resolve(cwd, command))];
  const names = namesOf(path.basename(command), environment);
  const candidates = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return { at: candidates.find(isProgram) ?? null, searched: [...new Set(folders)] };
}

function namesOf(name: string, environment: NodeJS.ProcessEnv): readonly string[] {
  if (process.platform !== "win32" || path.extname(name) !== "") return [name];
  return (environment["PATHEXT"] ?? USUAL_ENDINGS).split(";").map((ending) => name + ending);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
