import { AppError } from "../../base/errors.ts";
import type { ServerConfig } from "./server-config.ts";

/** A server's entry with every variable replaced: what is really run. */
export interface ExpandedServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | null>>;
  readonly cwd: string;
  /** Sentences about variables that are not set. */
  readonly warnings: readonly string[];
}

/** `${workspace}`, `${env:NAME}` with its short form `${NAME}`, and `${secret:NAME}` (M2). */
const VARIABLE = /\$\{(?:(env|secret):)?([A-Za-z_][A-Za-z0-9_]*)\}/g;

/**
 * Replaces the variables once; what they stand for is not looked at again (M2). An unset variable
 * is empty in an env value, with a warning; anywhere else it throws an `AppError` `variable-unset`.
 */
export function expandServer(
  config: ServerConfig,
  workspace: string,
  host: NodeJS.ProcessEnv,
): ExpandedServer {
  const warnings: string[] = [];
  const expand = (text: string, field: string, unset: (name: string) => string): string =>
    text.replace(VARIABLE, (_whole, kind: string | undefined, name: string) => {
      if (kind === undefined && name === "workspace") return workspace;
      // No secrets are kept for servers yet, so none of them is set.
      if (kind === "secret") return unset(`secret:${name} in ${field}`);
      return host[name] ?? unset(`${name} in ${field}`);
    });
  const refuse = (what: string): never => {
    throw new AppError(
      "variable-unset",
      `The server "${config.name}" was not started: the variable ${what} is not set.`,
    );
  };
  const warn = (what: string): string => {
    warnings.push(
      `The server "${config.name}" gets an empty value: the variable ${what} is not set.`,
    );
    return "";
  };
  const env = Object.entries(config.env).map(([name, value]) => [
    name,
    value === null ? null : expand(value, `env.${name}`, warn),
  ]);
  return {
    command: expand(config.command, "command", refuse),
    args: config.args.map((arg, index) => expand(arg, `args[${index}]`, refuse)),
    env: Object.fromEntries(env) as Record<string, string | null>,
    cwd: expand(config.cwd, "cwd", refuse),
    warnings,
  };
}
