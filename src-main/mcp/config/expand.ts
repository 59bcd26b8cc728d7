import { AppError } from "../../base/errors.ts";
import { isSecretName } from "./secret-name.ts";
import type { ServerConfig } from "./server-config.ts";

/** A server's entry with every variable replaced: what is really run. */
export interface ExpandedServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | null>>;
  readonly cwd: string;
  /** Sentences about variables that are not set. */
  readonly warnings: readonly string[];
  /** Values that are to be hidden from now on: those named like secrets (M23). */
  readonly secrets: readonly string[];
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
  return new Expansion(config, workspace, host).whole();
}

/** What an unset variable comes to; `what` names variable and field. */
type Unset = (what: string) => string;

class Expansion {
  readonly #config: ServerConfig;
  readonly #workspace: string;
  readonly #host: NodeJS.ProcessEnv;
  readonly #warnings: string[] = [];
  readonly #secrets: string[] = [];

  constructor(config: ServerConfig, workspace: string, host: NodeJS.ProcessEnv) {
    this.#config = config;
    this.#workspace = workspace;
    this.#host = host;
  }

  whole(): ExpandedServer {
    const { command, args, env, cwd } = this.#config;
    const entries = Object.entries(env).map(([name, value]) => [name, this.#entry(name, value)]);
    return {
      command: this.#text(command, "command", this.#refuse),
      args: args.map((arg, index) => this.#text(arg, `args[${index}]`, this.#refuse)),
      env: Object.fromEntries(entries) as Record<string, string | null>,
      cwd: this.#text(cwd, "cwd", this.#refuse),
      warnings: this.#warnings,
      secrets: this.#secrets,
    };
  }

  #entry(name: string, value: string | null): string | null {
    if (value === null) return null;
    const expanded = this.#text(value, `env.${name}`, this.#warn);
    if (isSecretName(name)) this.#secrets.push(expanded);
    return expanded;
  }

  #text(text: string, field: string, unset: Unset): string {
    return text.replace(VARIABLE, (_whole, kind: string | undefined, name: string) => {
      if (kind === undefined && name === "workspace") return this.#workspace;
      // No secrets are kept for servers yet, so none of them is set.
      if (kind === "secret") return unset(`secret:${name} in ${field}`);
      return this.#ofHost(name) ?? unset(`${name} in ${field}`);
    });
  }

  #ofHost(name: string): string | undefined {
    const value = this.#host[name];
    if (value !== undefined && isSecretName(name)) this.#secrets.push(value);
    return value;
  }

  readonly #refuse: Unset = (what) => {
    throw new AppError(
      "variable-unset",
      `The server "${this.#config.name}" was not started: the variable ${what} is not set.`,
    );
  };

  readonly #warn: Unset = (what) => {
    this.#warnings.push(
      `The server "${this.#config.name}" gets an empty value: the variable ${what} is not set.`,
    );
    return "";
  };
}
