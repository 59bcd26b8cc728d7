import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { RuntimeStatus } from "../src-preload/model/settings.ts";
import type { ModelPort } from "./agent/ports.ts";
import type { Clock } from "./base/clock.ts";
import { AppError, messageOf } from "./base/errors.ts";
import type { Logger } from "./base/logger.ts";
import type { Redactor } from "./base/redactor.ts";
import { browserPreset, presetLogLine } from "./browser/preset.ts";
import { presetSettingsFrom } from "./browser/preset-settings.ts";
import type { Approver } from "./conversations/approver.ts";
import { Conversations } from "./conversations/conversations.ts";
import { Catalogue } from "./mcp/catalogue/catalogue.ts";
import { readMcpFile, type ConfigProblem, type McpFile } from "./mcp/config/mcp-file.ts";
import type { ServerConfig } from "./mcp/config/server-config.ts";
import { mergeSources } from "./mcp/config/sources.ts";
import type { LaunchContext } from "./mcp/connection/launch.ts";
import { FAREWELL_MS } from "./mcp/connection/server-connection.ts";
import { Supervisor } from "./process/supervisor.ts";
import { locateNode, locateRuntime, type RuntimeLocation } from "./runtime/locate-runtime.ts";
import { openStore, type Store } from "./store/store.ts";
import type { ConversationRow } from "./store/tables/conversation-table.ts";

/** What differs between the desktop app and the command line. */
export interface CoreOptions {
  /** Where everything is kept. */
  readonly data: string;
  /** Folders in which the browser server's runtime is looked for. */
  readonly runtimeRoots: readonly string[];
  readonly guardScript: string;
  readonly appVersion: string;
  readonly hostEnv: NodeJS.ProcessEnv;
  readonly redactor: Redactor;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly sandbox: "on" | "off";
  /** The `mcp.json` whose servers come before the preset; null for none. */
  readonly mcpFile: string | null;
  /** Whether the browser server is among the servers. */
  readonly preset: boolean;
  readonly chosenBrowser: () => string | null;
}

export interface RecordOptions {
  readonly makeModel: (row: ConversationRow, store: Store) => Promise<ModelPort>;
  /** Who answers in place of a person; absent, requests wait. */
  readonly approver?: Approver;
}

/** Everything below the window and the command line: processes, servers, records, conversations. */
export class Core {
  readonly supervisor: Supervisor;
  readonly catalogue: Catalogue;
  readonly launch: LaunchContext;
  readonly #options: CoreOptions;
  readonly #fromFile: McpFile;
  #records: { readonly store: Store; readonly conversations: Conversations } | null = null;

  /** Starts no process. Throws an `AppError` when the servers' file is broken. */
  constructor(options: CoreOptions) {
    this.#options = options;
    const { logger, redactor, hostEnv, appVersion, guardScript, clock } = options;
    // Without the bundled Node a development tree still has the one that runs it.
    const node = locateNode(options.runtimeRoots) ?? process.execPath;
    this.supervisor = new Supervisor({ node, guardScript, logger, redactor });
    this.launch = { supervisor: this.supervisor, hostEnv, logger, appVersion };
    this.catalogue = new Catalogue(this.launch, clock);
    this.#fromFile = this.#readServers();
  }

  /** Opens the records and marks what a crash has cut off. */
  openRecords({ makeModel, approver }: RecordOptions): Conversations {
    const { data, logger, redactor, clock } = this.#options;
    const store = openStore(data, { logger });
    store.recoverInterrupted(clock());
    store.files.sweep(store.referencedFiles());
    const conversations = new Conversations({
      data,
      store,
      redactor,
      clock,
      catalogue: this.catalogue,
      launch: this.launch,
      serversFor: ({ headless }) => this.servers({ headless }),
      makeModel: (row) => makeModel(row, store),
      ...(approver ? { approver } : {}),
    });
    this.#records = { store, conversations };
    return conversations;
  }

  get store(): Store {
    if (!this.#records) throw new AppError("records-closed", "The records are not open.");
    return this.#records.store;
  }

  runtime(): RuntimeLocation {
    const { runtimeRoots, chosenBrowser } = this.#options;
    return locateRuntime({ roots: runtimeRoots, chosenBrowser: chosenBrowser() });
  }

  runtimeStatus(): RuntimeStatus {
    const runtime = this.runtime();
    if (runtime.state === "not-installed") return runtime;
    const { state, version, browserExecutable } = runtime;
    return { state, version, browser: browserExecutable, sandbox: this.#options.sandbox };
  }

  /** The servers of a conversation: the file's, then the preset; the first wins on a name (M1). */
  servers({ headless }: { readonly headless: boolean }): readonly ServerConfig[] {
    const { preset, hostEnv, sandbox, data } = this.#options;
    if (!preset) return this.#fromFile.servers;
    const compileCache = path.join(data, "cache", "node");
    mkdirSync(compileCache, { recursive: true });
    const settings = presetSettingsFrom(hostEnv);
    const browser = browserPreset({
      runtime: this.runtime(),
      settings,
      headless,
      sandbox,
      compileCache,
    });
    return mergeSources(this.#fromFile.servers, [browser]);
  }

  /** The entries of the servers' file that could not be taken. */
  problems(): readonly ConfigProblem[] {
    return this.#fromFile.problems;
  }

  /** The line about the browser server that each start logs (M24). */
  logPreset(headless: boolean): void {
    if (!this.#options.preset) return;
    this.#options.logger.info(presetLogLine(presetSettingsFrom(this.#options.hostEnv), headless));
  }

  /** Turns first, so that each ends as stopped; then every process; then the records. Bounded by 5 s. */
  async close(): Promise<void> {
    const conversations = this.#records?.conversations;
    const { logger } = this.#options;
    await withName("stop turns", logger, conversations?.stopTurns());
    await withName("close browsers", logger, atMost(FAREWELL_MS, conversations?.close()));
    await withName("stop servers", logger, this.supervisor.stopAll());
    this.#records?.store.close();
    this.#records = null;
  }

  /** One bad entry is told and left out (M3). */
  #readServers(): McpFile {
    const { mcpFile, logger } = this.#options;
    if (mcpFile === null || !existsSync(mcpFile)) return { servers: [], problems: [] };
    const file = readMcpFile(mcpFile);
    for (const problem of file.problems) logger.warn(problem.message);
    return file;
  }
}

/** A joiner of the shutdown that fails has a name in the log and holds nobody up. */
async function withName(
  name: string,
  logger: Logger,
  work: Promise<void> | undefined,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    logger.error(`Shutdown: "${name}" failed: ${messageOf(error)}`);
  }
}

/** Waits for the work, but not longer than this. */
async function atMost(ms: number, work: Promise<void> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, late]);
  clearTimeout(timer);
}
