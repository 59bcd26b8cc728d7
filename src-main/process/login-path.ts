import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import path from "node:path";
import { childEnvironment, pathOf } from "./environment.ts";
import { runProgram } from "./run-program.ts";
import type { ProcessSpec, StopGraces } from "./supervised-process.ts";
import type { Supervisor } from "./supervisor.ts";

/** How long a login shell may take to start, in milliseconds: its files may wait for a network (M18). */
const SHELL_TIMEOUT_MS = 5_000;

/** A shell that is late has nothing to put in order. In milliseconds. */
const AT_ONCE: StopGraces = { afterStdinEnd: 0, afterTerm: 0 };

/** Where people's programs usually are when no shell can be asked. */
const WELL_KNOWN = [
  "/usr/local/bin",
  "/opt/homebrew/bin",
  "/opt/local/bin",
  "~/.local/bin",
  "~/bin",
];

/**
 * The PATH of a person's login shell, which an app that was started from a dock or a menu does not
 * have (B1.1): what the shell says first, then what the app has, each folder once. A shell that
 * hangs, fails or talks nonsense is replaced by the folders where programs usually are.
 */
export async function loginPath(
  environment: NodeJS.ProcessEnv,
  supervisor: Supervisor,
): Promise<string> {
  if (process.platform === "win32") return pathOf(environment);
  const inherited = foldersOf(pathOf(environment));
  const asked = await askShell(environment, supervisor);
  const folders = asked ? [...asked, ...inherited] : [...inherited, ...wellKnownFolders()];
  return [...new Set(folders)].join(path.delimiter);
}

/** What the shell prints between two marks; its own start may print anything before. */
async function askShell(
  environment: NodeJS.ProcessEnv,
  supervisor: Supervisor,
): Promise<readonly string[] | null> {
  const shell = environment["SHELL"];
  if (!shell) return null;
  const mark = randomUUID();
  const spec: ProcessSpec = {
    name: "the login shell",
    command: shell,
    // The colons end the variable's name in every shell, also in those that know no braces.
    args: ["-ilc", `printf '%s' "${mark}:$PATH:${mark}"`],
    cwd: homedir(),
    env: childEnvironment(environment, {}),
    graces: AT_ONCE,
  };
  try {
    const signal = new AbortController().signal;
    const { stdout } = await runProgram(supervisor, spec, { signal, timeoutMs: SHELL_TIMEOUT_MS });
    const folders = foldersOf(stdout.split(mark)[1] ?? "");
    return folders.length > 0 ? folders : null;
  } catch {
    // Whatever its reason, the app goes on without what the shell would have said.
    return null;
  }
}

/** Relative folders are left out: they would mean another place for every server. */
export function foldersOf(text: string): readonly string[] {
  return text.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
}

function wellKnownFolders(): readonly string[] {
  return WELL_KNOWN.map((folder) => folder.replace(/^~/, homedir()));
}
