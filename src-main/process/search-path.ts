import path from "node:path";
import { foldersOf, loginPath } from "./login-path.ts";
import { pathOf } from "./environment.ts";
import type { Supervisor } from "./supervisor.ts";

export interface SearchPathOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly supervisor: Supervisor;
  /** An app that was started from a dock asks the person's login shell; a command line has its PATH already. */
  readonly askLoginShell: boolean;
  /** The bundled Node, which serves those who find no other. */
  readonly node: string;
}

/** The PATH that servers get, found out once for the whole run, when the first of them starts (M18). */
export function searchPath(options: SearchPathOptions): () => Promise<string> {
  let found: Promise<string> | null = null;
  return () => (found ??= findOut(options));
}

async function findOut({
  environment,
  supervisor,
  askLoginShell,
  node,
}: SearchPathOptions): Promise<string> {
  const own = askLoginShell ? await loginPath(environment, supervisor) : ownPath(environment);
  return [own, path.dirname(node)].filter(Boolean).join(path.delimiter);
}

/** A folder like "." would be the workspace of each server. On Windows it is left out when a program is looked for. */
function ownPath(environment: NodeJS.ProcessEnv): string {
  const own = pathOf(environment);
  return process.platform === "win32" ? own : foldersOf(own).join(path.delimiter);
}
