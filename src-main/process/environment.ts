import { inheritedVariables } from "./inherited-variables.ts";

export type Environment = Readonly<Record<string, string>>;

/** What is laid over an environment: null takes a variable out of it. */
export type EnvironmentChanges = Readonly<Record<string, string | null>>;

/** By this one cmd.exe, and what it starts, look for programs in PATH alone, and not in the workspace first. */
const NO_PROGRAMS_OF_THE_WORKSPACE = { NoDefaultCurrentDirectoryInExePath: "1" };

/** The environment of a server: the allow list, and over it the entries that were asked for. */
export function childEnvironment(
  host: NodeJS.ProcessEnv,
  explicit: Environment,
  platform: NodeJS.Platform = process.platform,
): Environment {
  const allowed = new Set(Object.keys(inheritedVariables(platform)));
  const kept = Object.entries(host).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && allowed.has(known(entry[0], platform)),
  );
  const given = platform === "win32" ? NO_PROGRAMS_OF_THE_WORKSPACE : {};
  return mergeEnvironment({ ...Object.fromEntries(kept), ...given }, explicit, platform);
}

/**
 * The environment with the changes over it. Where names have no case (Windows) a change replaces the
 * variable however it is spelled, and keeps its own spelling; of two that differ in nothing else the
 * last one holds, where Node alone would take the first by the alphabet.
 */
export function mergeEnvironment(
  environment: Environment,
  changes: EnvironmentChanges,
  platform: NodeJS.Platform = process.platform,
): Environment {
  const merged = new Map<string, readonly [string, string]>();
  for (const [name, value] of [...Object.entries(environment), ...Object.entries(changes)]) {
    if (value === null) merged.delete(known(name, platform));
    else merged.set(known(name, platform), [name, value]);
  }
  return Object.fromEntries(merged.values());
}

/** A variable's value; undefined where there is none. */
export function variableOf(
  environment: NodeJS.ProcessEnv,
  name: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  return environment[spellingOf(environment, name, platform)];
}

/** The environment's PATH, however the system spells its name; empty where it has none. */
export function pathOf(environment: NodeJS.ProcessEnv, platform?: NodeJS.Platform): string {
  return variableOf(environment, "PATH", platform) ?? "";
}

/** The same environment with another PATH. */
export function withPath(
  environment: NodeJS.ProcessEnv,
  path: string,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  return { ...environment, [spellingOf(environment, "PATH", platform)]: path };
}

/** Windows calls it `Path`, and takes any spelling. */
function spellingOf(
  environment: NodeJS.ProcessEnv,
  name: string,
  platform: NodeJS.Platform,
): string {
  if (platform !== "win32") return name;
  return Object.keys(environment).findLast((each) => known(each, platform) === name) ?? name;
}

/** The name by which the system tells variables apart. */
const known = (name: string, platform: NodeJS.Platform): string =>
  platform === "win32" ? name.toUpperCase() : name;
