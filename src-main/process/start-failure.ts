import { accessSync, closeSync, constants, openSync, readSync } from "node:fs";
import { AppError } from "../base/errors.ts";
import { findProgram, type FoundProgram, type ProgramQuery } from "./find-program.ts";

/** A program that was to be started for a server. */
export interface ProgramStart extends ProgramQuery {
  /** Of the server, for messages. */
  readonly name: string;
}

/** As much of a script as its first line may have, in bytes: Linux reads no more. */
const FIRST_LINE_BYTES = 256;

/** Where a person sees the folders of the PATH that the app has searched. */
const SEE_FOLDERS =
  '"What is wrong?" in the server panel, or "mcp doctor" on the command line, shows which ones.';

/**
 * Why a program did not start, for the person who wrote its entry (B1.1): `command-not-found`,
 * `command-not-executable`, `interpreter-not-found`, `folder-not-usable` or `not-started`.
 */
export function startFailure(start: ProgramStart, code: string | null): AppError {
  if (code === "ENOENT") return missing(start);
  if (code === "EACCES") return forbidden(start);
  return notStarted(start, code ?? "no process id");
}

/** Why what was looked for is not there; for who shows the folders himself. */
export function notFound(start: ProgramStart, found: FoundProgram): AppError {
  const { name, command } = start;
  if (found.notExecutable !== null) return notExecutable(start, found.notExecutable);
  const where = found.isBare
    ? "is in none of the folders of the PATH, which were searched. Install it, or write its full path."
    : "does not exist. Install it, or write the path of a program that does.";
  return new AppError(
    "command-not-found",
    `The command "${command}" of the server "${name}" ${where}`,
  );
}

/** The same for who does not. */
export function notFoundAnywhere(start: ProgramStart, found: FoundProgram): AppError {
  const { code, message } = notFound(start, found);
  const isPath = found.isBare && found.notExecutable === null;
  return new AppError(code, isPath ? `${message} ${SEE_FOLDERS}` : message);
}

function missing(start: ProgramStart): AppError {
  const found = findProgram(start);
  return found.at === null ? notFoundAnywhere(start, found) : withoutInterpreter(start, found.at);
}

/** The system says of a script that it is not there when only what its first line asks for is not. */
function withoutInterpreter({ name }: ProgramStart, file: string): AppError {
  const asked = /^#!\s*([^ \t\n]+)/.exec(firstBytes(file))?.[1];
  return new AppError(
    "interpreter-not-found",
    `The program ${file} of the server "${name}" is there, but ${whatIsMissing(asked)}`,
  );
}

function whatIsMissing(asked: string | undefined): string {
  if (asked === undefined) {
    return "what the system loads it with is not: it was built for another system. Install the build for this one.";
  }
  if (asked.endsWith("\r")) {
    return "its first line ends as on Windows, so that nothing is found by it. Save the script with line ends of this system.";
  }
  return `what its first line asks for is not: ${asked}. Install that, or write another as the command and the script as its first argument.`;
}

function forbidden(start: ProgramStart): AppError {
  const { name, cwd } = start;
  if (!mayEnter(cwd)) {
    return new AppError(
      "folder-not-usable",
      `The folder in which "${name}" is to run may not be entered by you: ${cwd}`,
    );
  }
  const found = findProgram(start);
  const file = found.at ?? found.notExecutable;
  return file === null ? notStarted(start, "EACCES") : notExecutable(start, file);
}

function notExecutable({ name }: ProgramStart, file: string): AppError {
  return new AppError(
    "command-not-executable",
    `The file ${file} of the server "${name}" is there, but may not be run. Allow it (chmod +x), or write the program that runs it as the command and the file as its first argument.`,
  );
}

function notStarted({ name }: ProgramStart, why: string): AppError {
  return new AppError("not-started", `The server "${name}" could not be started: ${why}.`);
}

function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function firstBytes(file: string): string {
  try {
    const descriptor = openSync(file, "r");
    const buffer = Buffer.alloc(FIRST_LINE_BYTES);
    const length = readSync(descriptor, buffer);
    closeSync(descriptor);
    return buffer.toString("utf8", 0, length);
  } catch {
    // What may be run but not read says nothing about itself.
    return "";
  }
}
