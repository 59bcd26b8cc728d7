import type { Arguments } from "./risk.ts";

/**
 * The folder in each workspace that holds the browser's profile, with its logins; in every spelling
 * that some file system takes for the same: case, dots and blanks at the end, a named stream.
 */
const OWN_FOLDER = /^\.pilothouse[. ]*(:.*)?$/iu;

/**
 * Whether a call of a browser tool would read from or write to the app's own folder in the workspace.
 * No answer of the person's allows that: a profile that was uploaded is every login in it (M26).
 * Looks at the names only; a link that leads there is for those to refuse who open the file.
 */
export function touchesOwnFolder(args: Arguments): boolean {
  return [args["filename"], args["paths"]].flat().some(isInOwnFolder);
}

function isInOwnFolder(value: unknown): boolean {
  return typeof value === "string" && value.split(/[/\\]/).some((name) => OWN_FOLDER.test(name));
}
