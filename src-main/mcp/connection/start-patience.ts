import path from "node:path";
import type { SupervisedProcess } from "../../process/supervised-process.ts";
import type { ServerConfig } from "../config/server-config.ts";

/** How long a program may fetch what it runs, in milliseconds: a large package over a slow line (B3.2). */
export const INSTALL_LIMIT_MS = 600_000;

/** How often it is looked at what a start is doing, in milliseconds. */
const LOOK_MS = 5_000;

/** Programs that fetch a server before they run it, each with the words that make it do so; null for any. */
const installers: Readonly<Record<string, readonly string[] | null>> = {
  npx: null,
  pnpx: null,
  bunx: null,
  uvx: null,
  npm: ["exec", "x"],
  pnpm: ["dlx"],
  yarn: ["dlx"],
  bun: ["x"],
  pipx: ["run"],
  uv: ["run", "tool"],
};

/** Whether the first start of this entry may have to fetch the server first. */
export function mayInstall({ command, args }: Pick<ServerConfig, "command" | "args">): boolean {
  const { name } = path.win32.parse(command);
  const words = Object.hasOwn(installers, name) ? installers[name] : undefined;
  if (words === undefined) return false;
  return words === null || words.includes(args.find((arg) => !arg.startsWith("-")) ?? "");
}

/** How long a start is waited for. */
export interface StartPatience {
  /** How long to wait now before this is asked again, in milliseconds; 0 for no longer. */
  readonly next: () => number;
  /** Since the start, in milliseconds. */
  readonly spentMs: number;
}

export interface StartPatienceOptions {
  /** For the server's own start, in milliseconds. */
  readonly timeoutMs: number;
  readonly mayInstall: boolean;
  readonly process: Pick<SupervisedProcess, "tree" | "stderrTail">;
  /** It fetches what it runs, or does so no more. */
  readonly onInstalling: (isInstalling: boolean) => void;
}

/**
 * A server has its time to start. Where it is fetched first, that time begins anew for as long as this goes
 * on, up to {@link INSTALL_LIMIT_MS}: whoever ends it in the middle begins from nothing the next time, and
 * never comes to an end (B3.2).
 */
export class ServerPatience implements StartPatience {
  readonly #options: StartPatienceOptions;
  readonly #startedAt = performance.now();
  #deadline: number;
  #isInstalling = false;
  #lastWords = "";

  constructor(options: StartPatienceOptions) {
    this.#options = options;
    this.#deadline = this.#startedAt + options.timeoutMs;
  }

  get spentMs(): number {
    return performance.now() - this.#startedAt;
  }

  next(): number {
    const { mayInstall: mayIt, timeoutMs } = this.#options;
    if (!mayIt) return Math.max(0, this.#deadline - performance.now());
    if (this.spentMs >= Math.min(timeoutMs, LOOK_MS)) this.#look();
    return Math.min(LOOK_MS, Math.max(0, this.#deadline - performance.now()));
  }

  /** Nobody has to be told any more. */
  end(): void {
    this.#tell(false);
  }

  #look(): void {
    const { process, timeoutMs } = this.#options;
    const words = process.stderrTail().join("\n");
    const hasSpoken = words !== this.#lastWords;
    this.#lastWords = words;
    // It runs the server as a child once it has it; one with children that still talks is busy too.
    this.#tell(process.tree().length <= 1 || hasSpoken);
    if (!this.#isInstalling) return;
    const latest = this.#startedAt + INSTALL_LIMIT_MS;
    this.#deadline = Math.max(this.#deadline, Math.min(performance.now() + timeoutMs, latest));
  }

  #tell(isInstalling: boolean): void {
    if (isInstalling === this.#isInstalling) return;
    this.#isInstalling = isInstalling;
    this.#options.onInstalling(isInstalling);
  }
}
