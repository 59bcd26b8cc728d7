import { createHash } from "node:crypto";
import { toFailureLogged } from "../../base/logger.ts";
import type { Failure } from "../../../src-preload/model/failure.ts";
import type { Clock } from "../../base/clock.ts";
import type { ServerConfig } from "../config/server-config.ts";
import type { LaunchContext } from "../connection/launch.ts";
import { discoverTools } from "./discovery.ts";
import type { ServerTool } from "./tool.ts";

/** How long a failed discovery is believed, in milliseconds (M5). */
const FAILURE_COOLDOWN_MS = 60_000;

/** What a server's discovery came to. */
export type Discovery =
  | { readonly kind: "tools"; readonly tools: readonly ServerTool[] }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Knows the tools of every server configuration, after one discovery each for the whole run (M5). */
export class Catalogue {
  readonly #context: LaunchContext;
  readonly #clock: Clock;
  readonly #known = new Map<string, { discovery: Discovery; at: number }>();
  readonly #running = new Map<string, Promise<Discovery>>();

  constructor(context: LaunchContext, clock: Clock) {
    this.#context = context;
    this.#clock = clock;
  }

  /** What is known without asking the server; null when nothing is. */
  peek(config: ServerConfig): Discovery | null {
    return this.#known.get(keyOf(config))?.discovery ?? null;
  }

  /** Who asks at the same time shares one discovery; a failure is believed for a minute. */
  discover(config: ServerConfig): Promise<Discovery> {
    const key = keyOf(config);
    const known = this.#known.get(key);
    if (known && !this.#isStale(known)) return Promise.resolve(known.discovery);
    const running = this.#running.get(key) ?? this.#ask(key, config);
    this.#running.set(key, running);
    return running;
  }

  async #ask(key: string, config: ServerConfig): Promise<Discovery> {
    const discovery = await this.#tryToDiscover(config);
    this.#known.set(key, { discovery, at: this.#clock() });
    this.#running.delete(key);
    return discovery;
  }

  async #tryToDiscover(config: ServerConfig): Promise<Discovery> {
    try {
      return { kind: "tools", tools: await discoverTools(config, this.#context) };
    } catch (error) {
      const failure = toFailureLogged(error, this.#context.logger);
      this.#context.logger.warn(`The tools of "${config.name}" are not known: ${failure.message}`);
      return { kind: "failed", failure };
    }
  }

  #isStale({ discovery, at }: { discovery: Discovery; at: number }): boolean {
    // A clock that was set back makes an age below zero.
    const age = this.#clock() - at;
    return discovery.kind === "failed" && (age < 0 || age > FAILURE_COOLDOWN_MS);
  }
}

/** Made of what was written, not of what it expands to: so it holds no secret (M5). */
function keyOf({ name, command, args, env, cwd, toolPrefix }: ServerConfig): string {
  const digest = createHash("sha256").update(JSON.stringify([command, args, env, cwd, toolPrefix]));
  return `${name}:${digest.digest("hex")}`;
}
