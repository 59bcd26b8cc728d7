import { visibleText } from "../../../src-preload/model/visible-text.ts";
import { AppError } from "../../base/errors.ts";
import { atMost, untilAborted } from "../../base/waiting.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { foldersOf } from "../catalogue/folders-of.ts";
import { BUILT_INS, nameTools, type NamedTools, type NameWarning } from "../catalogue/names.ts";
import type { PinReview, SeenTool } from "../catalogue/tool-pins.ts";
import type { CatalogueTool, ServerTool, ToolList } from "../catalogue/tool.ts";
import type { ServerConfig } from "../config/server-config.ts";
import type { LaunchContext } from "./launch.ts";
import { LiveTools } from "./live-tools.ts";
import type { McpSession } from "./session.ts";
import { isSame, statusOf, type StatusFacts, type ToolsStatus } from "./tools-status.ts";
import { PATIENCE_MS, waitForLists } from "./wait-for-lists.ts";

export interface ConversationToolsOptions {
  readonly workspace: string;
  readonly catalogue: Catalogue;
  readonly context: LaunchContext;
  /** What is known of this server's tools is something else now. */
  readonly onChange: (server: string) => void;
}

/**
 * The tools of one conversation's servers: what the catalogue knows, what a running process says of
 * itself instead, what the person has accepted of it, and the names under which the rest is offered.
 */
export class ConversationTools {
  readonly #options: ConversationToolsOptions;
  readonly #live = new Map<string, LiveTools>();
  readonly #told = new Map<string, { facts: StatusFacts; status: ToolsStatus }>();
  readonly #warned = new Set<string>();
  #warnings: readonly NameWarning[] = [];

  constructor(options: ConversationToolsOptions) {
    this.#options = options;
  }

  /** A process runs and can be talked to: from now on its own list counts. Never rejects. */
  async follow(config: ServerConfig, session: McpSession): Promise<void> {
    const { workspace, context, onChange } = this.#options;
    const { name } = config;
    const place = { folders: foldersOf(workspace), redactor: context.redactor };
    const { logger } = context;
    const live = new LiveTools({
      server: name,
      session,
      place,
      logger,
      onChange: () => onChange(name),
    });
    this.#live.set(name, live);
    void session.closed.then(() => this.#forget(name, live));
    // The app's own server is the one that the catalogue knows: its first call need not wait.
    if (!config.comesWithApp) await live.read();
  }

  /**
   * The tools that can be called now, by their names, after waiting as long as is worth it for those of
   * which nothing is known. Throws the signal's abort.
   */
  async offered(
    configs: readonly ServerConfig[],
    signal: AbortSignal,
  ): Promise<readonly CatalogueTool[]> {
    const { catalogue } = this.#options;
    const unheard = configs.filter(({ name }) => !this.#live.get(name)?.list);
    await waitForLists(catalogue, unheard, { signal, hasTools: unheard.length < configs.length });
    const told = [...this.#live.values()].map((one) => one.settledAfterCalls());
    await untilAborted(atMost(PATIENCE_MS, Promise.all(told)), signal);
    for (const config of configs) this.#learn(config);
    const { tools, warnings } = this.named(configs);
    for (const warning of warnings) this.#warnOnce(warning);
    this.#warnings = warnings;
    return tools;
  }

  /** The same of what is known without asking anybody. */
  named(configs: readonly ServerConfig[]): NamedTools {
    // Named before any is taken out: the names of the others must not depend on it.
    const servers = configs.map((config) => ({
      ...config,
      tools: this.listOf(config)?.tools ?? [],
    }));
    const { tools, warnings } = nameTools(servers, BUILT_INS);
    const usable = new Set(configs.flatMap((config) => this.#usable(config)));
    return { warnings, tools: tools.filter((tool) => usable.has(keyOf(tool.server, tool.tool))) };
  }

  /**
   * A running server has said that its tools are others: resolves when it has told them, so that a call
   * is not judged by the old ones. Null when there is nothing to wait for, as nearly always.
   */
  news(server: string): Promise<void> | null {
    const live = this.#live.get(server);
    return live && !live.isSettled ? live.settled() : null;
  }

  /**
   * To be asked before a call's server is started for it, and again once it runs. Throws an `AppError`
   * `tool-off`, `tool-gone` or `tool-held-back` (S42).
   */
  refuseUnlessCallable(config: ServerConfig, tool: string): void {
    const { name, hiddenTools } = config;
    if (hiddenTools.includes(tool)) throw toolOff(name, tool);
    this.#learn(config);
    if (this.#live.get(name)?.isGone(tool)) throw toolGone(name, tool);
    const held = this.#review(config).heldBack.find((one) => one.tool === tool);
    if (held) throw toolHeldBack(name, tool, held.differences);
  }

  /** The server has answered a call. */
  answered(server: string): void {
    this.#live.get(server)?.answered();
  }

  /** Throws an `AppError` `tool-changed-again`, or `pins-not-saved`. */
  approve(config: ServerConfig, seen: readonly SeenTool[]): void {
    const { pins } = this.#options.catalogue;
    pins.approve(config.name, seen, this.listOf(config)?.tools ?? []);
  }

  /** Starts and asks nothing. */
  status(config: ServerConfig): ToolsStatus {
    const facts: StatusFacts = {
      config,
      knowledge: this.#options.catalogue.peek(config),
      live: this.#live.get(config.name)?.list ?? null,
      review: this.#review(config),
      warnings: this.#warnings,
    };
    const told = this.#told.get(config.name);
    // Asked after every call, and nearly always nothing has changed.
    if (told && isSame(told.facts, facts)) return told.status;
    const status = statusOf(facts);
    this.#told.set(config.name, { facts, status });
    return status;
  }

  /** The list that counts in this conversation now; null where none is known. */
  listOf(config: ServerConfig): ToolList | null {
    return this.#live.get(config.name)?.list ?? this.#options.catalogue.peek(config).list;
  }

  /** What the tool promises of its structured content; undefined where nothing. */
  outputSchema(config: ServerConfig, tool: string): unknown {
    return this.listOf(config)?.tools.find((one) => one.tool === tool)?.outputSchema;
  }

  #usable(config: ServerConfig): readonly string[] {
    const { accepted } = this.#review(config);
    return accepted
      .filter(({ tool }) => !config.hiddenTools.includes(tool))
      .map(({ tool }) => keyOf(config.name, tool));
  }

  #learn(config: ServerConfig): void {
    const tools = this.listOf(config)?.tools;
    if (tools && !config.comesWithApp) this.#options.catalogue.pins.learn(config.name, tools);
  }

  #review(config: ServerConfig): PinReview {
    const tools = this.listOf(config)?.tools ?? noTools;
    // The app's own server comes with the app and changes with it.
    if (config.comesWithApp) return reviewOfOwn(tools);
    return this.#options.catalogue.pins.review(config.name, tools);
  }

  #warnOnce({ message }: NameWarning): void {
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    this.#options.context.logger.warn(message);
  }

  #forget(server: string, live: LiveTools): void {
    if (this.#live.get(server) !== live) return;
    this.#live.delete(server);
    this.#options.onChange(server);
  }
}

const noTools: readonly ServerTool[] = [];

/** One for each list, so that who compares finds the same. */
function reviewOfOwn(tools: readonly ServerTool[]): PinReview {
  const review = ownReviews.get(tools) ?? { accepted: tools, heldBack: [], newTools: [] };
  ownReviews.set(tools, review);
  return review;
}

const ownReviews = new WeakMap<readonly ServerTool[], PinReview>();

function keyOf(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}

function toolOff(server: string, tool: string): AppError {
  return new AppError(
    "tool-off",
    `The tool "${tool}" of the server "${server}" is switched off. It can be switched on in the settings.`,
  );
}

function toolGone(server: string, tool: string): AppError {
  return new AppError(
    "tool-gone",
    `The tool "${tool}" of the server "${server}" is no longer available: the server has taken it back. Use one of the tools that it has now.`,
  );
}

function toolHeldBack(
  server: string,
  tool: string,
  differences: readonly { readonly field: string }[],
): AppError {
  const fields = differences.map(({ field }) => visibleText(field)).join(", ");
  return new AppError(
    "tool-held-back",
    `The tool "${tool}" of the server "${server}" was not called: it has changed since the person accepted it (${fields}). It is held back until they have seen the difference and approved it.`,
  );
}
