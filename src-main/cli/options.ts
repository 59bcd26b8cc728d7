import path from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../base/errors.ts";
import { usageError } from "./usage.ts";

const known = {
  data: { type: "string" },
  provider: { type: "string" },
  "base-url": { type: "string" },
  model: { type: "string" },
  prompt: { type: "string" },
  config: { type: "string" },
  "no-preset": { type: "boolean" },
  conversation: { type: "string" },
  approve: { type: "string" },
  headless: { type: "boolean" },
  headed: { type: "boolean" },
  "browser-sandbox": { type: "string" },
  "browser-executable": { type: "string" },
  "playwright-root": { type: "string" },
  workspace: { type: "string" },
  server: { type: "string" },
  tool: { type: "string" },
  args: { type: "string" },
  json: { type: "boolean" },
  yes: { type: "boolean" },
  verbose: { type: "boolean" },
  format: { type: "string" },
  out: { type: "string" },
} as const;

type OptionName = keyof typeof known;

/** The words and options of one command line, checked as they are asked for. */
export class CommandLine {
  readonly words: readonly string[];
  readonly #values: Readonly<Partial<Record<OptionName, string | boolean>>>;

  /** Throws a usage error for an option that does not exist. */
  constructor(argv: readonly string[]) {
    try {
      const { values, positionals } = parseArgs({
        args: [...argv],
        options: known,
        allowPositionals: true,
      });
      this.words = positionals;
      this.#values = values;
    } catch (error) {
      throw usageError(messageOf(error));
    }
  }

  text(name: OptionName): string | null {
    const value = this.#values[name];
    return typeof value === "string" ? value : null;
  }

  required(name: OptionName): string {
    const value = this.text(name);
    if (value === null || value === "") throw usageError(`--${name} is missing.`);
    return value;
  }

  has(name: OptionName): boolean {
    return this.#values[name] === true;
  }

  /** A path, made absolute from the folder in which the command was typed. */
  path(name: OptionName): string | null {
    return this.text(name) === null ? null : path.resolve(this.required(name));
  }

  oneOf<const T extends string>(name: OptionName, allowed: readonly T[]): T {
    const value = this.required(name);
    const found = allowed.find((one) => one === value);
    if (!found) throw usageError(`--${name} must be one of ${allowed.join(", ")}, not "${value}".`);
    return found;
  }

  sandbox(): "on" | "off" {
    return this.text("browser-sandbox") === null
      ? "on"
      : this.oneOf("browser-sandbox", ["on", "off"]);
  }
}
