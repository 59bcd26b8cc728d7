import path from "node:path";
import { AppError } from "../../base/errors.ts";
import { secretArguments } from "./secret-arguments.ts";
import { isSecretName } from "./secret-name.ts";
import type { ServerEntry } from "./server-config.ts";
import { replaceVariables, variablesIn, type Variable } from "./variables.ts";

/** A server's entry with every variable replaced: what is really run. */
export interface ExpandedServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | null>>;
  readonly cwd: string;
  /** Sentences about variables that are not set. */
  readonly warnings: readonly string[];
  /**
   * Values that are to be hidden from now on (M23): kept secrets, and what is named like one or marked as
   * one in the entry.
   */
  readonly secrets: readonly string[];
}

/** The kept secrets that an entry names, by their names. */
export type SecretValues = ReadonlyMap<string, string>;

/**
 * Replaces the variables once; what they stand for is not looked at again (M2). An unset variable
 * is empty in an env value, with a warning; anywhere else it throws an `AppError` `variable-unset`.
 */
export function expandServer(
  entry: ServerEntry,
  workspace: string,
  host: NodeJS.ProcessEnv,
  secrets: SecretValues = new Map(),
): ExpandedServer {
  return new Expansion(entry, workspace, host, secrets).whole();
}

/** The names of the kept secrets that an entry needs. */
export function secretNamesIn({ command, args, env, cwd }: ServerEntry): readonly string[] {
  const texts = [command, ...args, ...Object.values(env), cwd];
  const variables = texts.flatMap((text) => variablesIn(text ?? ""));
  const names = variables.flatMap((variable) =>
    variable.kind === "secret" ? [variable.name] : [],
  );
  return [...new Set(names)];
}

/** What an unset variable comes to; `what` names variable and field. */
type Unset = (what: string) => string;

class Expansion {
  readonly #entry: ServerEntry;
  readonly #workspace: string;
  readonly #host: NodeJS.ProcessEnv;
  readonly #kept: SecretValues;
  readonly #warnings: string[] = [];
  readonly #secrets: string[] = [];

  constructor(
    entry: ServerEntry,
    workspace: string,
    host: NodeJS.ProcessEnv,
    secrets: SecretValues,
  ) {
    this.#entry = entry;
    this.#workspace = workspace;
    this.#host = host;
    this.#kept = secrets;
  }

  whole(): ExpandedServer {
    const { command, args, env, cwd } = this.#entry;
    const variables = Object.entries(env).map(([name, value]) => [name, this.#value(name, value)]);
    const expandedArgs = args.map((arg, index) => this.#text(arg, `args[${index}]`, this.#refuse));
    this.#secrets.push(...secretArguments(expandedArgs).map(({ value }) => value));
    return {
      command: this.#text(command, "command", this.#refuse),
      args: expandedArgs,
      env: Object.fromEntries(variables) as Record<string, string | null>,
      cwd: path.resolve(this.#workspace, this.#text(cwd, "cwd", this.#refuse)),
      warnings: this.#warnings,
      secrets: this.#secrets,
    };
  }

  #value(name: string, value: string | null): string | null {
    if (value === null) return null;
    const expanded = this.#text(value, `env.${name}`, this.#warn);
    if (isSecretName(name) || this.#entry.secretEnv.includes(name)) this.#secrets.push(expanded);
    return expanded;
  }

  #text(text: string, field: string, unset: Unset): string {
    return replaceVariables(
      text,
      (variable) => this.#meaning(variable) ?? unset(`${nameOf(variable)} in ${field}`),
    );
  }

  #meaning(variable: Variable): string | undefined {
    if (variable.kind === "workspace") return this.#workspace;
    const isKept = variable.kind === "secret";
    const value = isKept ? this.#kept.get(variable.name) : this.#host[variable.name];
    if (value !== undefined && (isKept || isSecretName(variable.name))) this.#secrets.push(value);
    return value;
  }

  readonly #refuse: Unset = (what) => {
    throw new AppError(
      "variable-unset",
      `The server "${this.#entry.name}" was not started: the variable ${what} is not set.`,
    );
  };

  readonly #warn: Unset = (what) => {
    this.#warnings.push(
      `The server "${this.#entry.name}" gets an empty value: the variable ${what} is not set.`,
    );
    return "";
  };
}

function nameOf(variable: Variable): string {
  if (variable.kind === "workspace") return "workspace";
  return variable.kind === "secret" ? `secret:${variable.name}` : variable.name;
}
