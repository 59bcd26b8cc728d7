import path from "node:path";
import type { Failure } from "../../../src-preload/model/failure.ts";
import type { Clock } from "../../base/clock.ts";
import { Emitter } from "../../base/emitter.ts";
import { toFailureLogged } from "../../base/logger.ts";
import type { ServerConfig } from "../config/server-config.ts";
import type { LaunchContext } from "../connection/launch.ts";
import { discoverTools } from "./discovery.ts";
import { digestOf, KeptLists } from "./kept-lists.ts";
import { PinFiles, PinsInMemory } from "./pin-file.ts";
import { readToolList } from "./read-tool-list.ts";
import type { ToolList } from "./tool.ts";
import { ToolPins } from "./tool-pins.ts";

/** How long a failed discovery is believed, in milliseconds (M5). */
const FAILURE_COOLDOWN_MS = 60_000;

/** What this run's one question to a server came to; the list of a failure is an earlier run's. */
export type Discovery =
  | { readonly kind: "live"; readonly list: ToolList }
  | {
      readonly kind: "failed";
      readonly failure: Failure;
      readonly list: ToolList | null;
      /** Milliseconds since 1970. */
      readonly at: number;
    };

/** What is known of the tools of one configuration, and from when. */
export type Knowledge =
  | { readonly kind: "unknown"; readonly list: null }
  /** From an earlier run. */
  | { readonly kind: "cached"; readonly list: ToolList }
  | {
      readonly kind: "refreshing";
      readonly list: ToolList | null;
      readonly since: number;
      /** The program fetches the server first. */
      readonly isInstalling: boolean;
    }
  | Discovery;

/**
 * Knows the tools of every server configuration: those of an earlier run at once, those of this run
 * after one discovery each, which begins when the tools are first wanted (M5). No timer and no look at
 * a state starts a server.
 */
export class Catalogue {
  /** What the person has accepted of each server. */
  readonly pins: ToolPins;
  /** Tells the name of the server of which more, or less, is known now. */
  readonly changed = new Emitter<string>();

  readonly #context: LaunchContext;
  readonly #clock: Clock;
  readonly #kept: KeptLists | null;
  readonly #known = new Map<string, Knowledge>();
  readonly #running = new Map<string, Promise<Discovery>>();

  /** Keeps lists and accepted tools in the folder; with null, for this run alone. */
  constructor(context: LaunchContext, clock: Clock, folder: string | null = null) {
    this.#context = context;
    this.#clock = clock;
    this.#kept = folder === null ? null : new KeptLists(path.join(folder, "lists"), context);
    const pins =
      folder === null
        ? new PinsInMemory()
        : new PinFiles(path.join(folder, "pins"), context.logger);
    this.pins = new ToolPins(pins, context.logger);
  }

  /** What is known without asking the server. */
  peek(config: ServerConfig): Knowledge {
    const key = keyOf(config);
    const known = this.#known.get(key) ?? this.#recall(config);
    this.#known.set(key, known);
    return known;
  }

  /** For who wants the tools: the server is asked now, unless it was or that just failed. Returns at once. */
  want(config: ServerConfig): Knowledge {
    if (this.#isDue(this.peek(config))) void this.discover(config);
    return this.peek(config);
  }

  /** Who asks at the same time shares one discovery; a failure is believed for a minute. Never rejects. */
  discover(config: ServerConfig): Promise<Discovery> {
    const key = keyOf(config);
    const running = this.#running.get(key);
    if (running) return running;
    const known = this.peek(config);
    if (isDiscovery(known) && !this.#isDue(known)) return Promise.resolve(known);
    const asking = this.#ask(key, config, known.list);
    this.#running.set(key, asking);
    const { list } = known;
    const since = this.#clock();
    this.#learn(key, config, { kind: "refreshing", list, since, isInstalling: false });
    return asking;
  }

  /** A person wants another try: a failure is not believed any more, and the server is asked now. */
  retry(config: ServerConfig): Promise<Discovery> {
    const known = this.peek(config);
    if (known.kind === "failed") this.#known.set(keyOf(config), withoutFailure(known.list));
    return this.discover(config);
  }

  async #ask(key: string, config: ServerConfig, before: ToolList | null): Promise<Discovery> {
    const discovery = await this.#tryToDiscover(config, before);
    this.#running.delete(key);
    this.#learn(key, config, discovery);
    return discovery;
  }

  async #tryToDiscover(config: ServerConfig, before: ToolList | null): Promise<Discovery> {
    try {
      return { kind: "live", list: await this.#askServer(config) };
    } catch (error) {
      const failure = toFailureLogged(error, this.#context.logger);
      const rest = before ? "Those of an earlier run stay offered." : "It offers none.";
      this.#context.logger.warn(
        `The tools of "${config.name}" are not known: ${failure.message}\n${rest}`,
      );
      return { kind: "failed", failure, list: before, at: this.#clock() };
    }
  }

  #noteInstalling(config: ServerConfig, isInstalling: boolean): void {
    const known = this.peek(config);
    if (known.kind !== "refreshing") return;
    this.#learn(keyOf(config), config, { ...known, isInstalling });
  }

  async #askServer(config: ServerConfig): Promise<ToolList> {
    const onInstalling = (is: boolean) => this.#noteInstalling(config, is);
    const { raw, folders } = await discoverTools(config, this.#context, onInstalling);
    const { redactor, logger } = this.#context;
    const { list, taken } = readToolList(raw, { folders, redactor });
    for (const problem of list.problems) logger.warn(`${config.name}: ${problem}`);
    const { problems, serverInfo } = list;
    const savedAt = this.#clock();
    this.#kept?.write(config, { savedAt, folders, serverInfo, problems, tools: taken });
    return list;
  }

  #recall(config: ServerConfig): Knowledge {
    const kept = this.#kept?.read(config);
    if (!kept) return { kind: "unknown", list: null };
    const { folders } = kept;
    const { list } = readToolList(kept, { folders, redactor: this.#context.redactor });
    return { kind: "cached", list };
  }

  #learn(key: string, config: ServerConfig, knowledge: Knowledge): void {
    this.#known.set(key, knowledge);
    this.changed.fire(config.name);
  }

  #isDue(known: Knowledge): boolean {
    if (known.kind === "unknown" || known.kind === "cached") return true;
    if (known.kind !== "failed") return false;
    // A clock that was set back makes an age below zero.
    const age = this.#clock() - known.at;
    return age < 0 || age > FAILURE_COOLDOWN_MS;
  }
}

function isDiscovery(known: Knowledge): known is Discovery {
  return known.kind === "live" || known.kind === "failed";
}

function withoutFailure(list: ToolList | null): Knowledge {
  return list ? { kind: "cached", list } : { kind: "unknown", list };
}

function keyOf(config: ServerConfig): string {
  return `${config.name}:${digestOf(config)}`;
}
