import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { BrowserOptions } from "../src-preload/model/browser-options.ts";
import type { Failure } from "../src-preload/model/failure.ts";
import type { ModelPort } from "./agent/ports.ts";
import type { Clock } from "./base/clock.ts";
import { AppError, messageOf, toFailure } from "./base/errors.ts";
import type { Logger } from "./base/logger.ts";
import type { Redactor } from "./base/redactor.ts";
import { atMost } from "./base/waiting.ts";
import { browserPreset, hasScreen, presetLogLine } from "./browser/preset.ts";
import { presetSettingsFrom } from "./browser/preset-settings.ts";
import type { Approver } from "./conversations/approver.ts";
import { Conversations } from "./conversations/conversations.ts";
import { Catalogue } from "./mcp/catalogue/catalogue.ts";
import { readMcpFile, type ConfigProblem, type McpFile } from "./mcp/config/mcp-file.ts";
import type { ServerConfig } from "./mcp/config/server-config.ts";
import { mergeSources } from "./mcp/config/sources.ts";
import type { LaunchContext } from "./mcp/connection/launch.ts";
import { FAREWELL_MS } from "./mcp/connection/server-connection.ts";
import { ServerPool } from "./mcp/connection/server-pool.ts";
import { processLookup } from "./process/running-programs.ts";
import { searchPath } from "./process/search-path.ts";
import { Supervisor } from "./process/supervisor.ts";
import { locateNode, locateRuntime, type RuntimeLocation } from "./runtime/locate-runtime.ts";
import type { DailyBackup } from "./store/backup/daily-backup.ts";
import { dailyBackupOf, openRecords } from "./store/open-records.ts";
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
  /** Whether the PATH of the person's login shell is to be found out (M18). */
  readonly askLoginShell: boolean;
  readonly redactor: Redactor;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly sandbox: "on" | "off";
  /** The `mcp.json` whose servers come before the preset; null for none. */
  readonly mcpFile: string | null;
  /** Whether the browser server is among the servers. */
  readonly preset: boolean;
  readonly chosenBrowser: () => string | null;
  /** What the person has set about the browser; absent, nothing. */
  readonly browserOptions?: () => BrowserOptions;
}

/** What a running turn needs to end after its abort, in milliseconds: one that takes longer hangs. */
const STOP_TURNS_MS = 500;

/** How long the quit waits for a copy of the database that is being made, in milliseconds. */
const END_BACKUP_MS = 500;

/** What the supervisor needs for the whole stop ladder of all processes, in milliseconds (M20). */
const STOP_SERVERS_MS = 2_400;

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
  /** Why the servers' file could not be read at all; null when it could. */
  readonly brokenFile: Failure | null;
  #prepared: Store | null = null;
  #dailyBackup: DailyBackup | null = null;
  #records: { readonly store: Store; readonly conversations: Conversations } | null = null;

  /** Starts no process. */
  constructor(options: CoreOptions) {
    this.#options = options;
    const { logger, redactor, hostEnv, appVersion, guardScript, clock } = options;
    const node = locateNode(options.runtimeRoots) ?? runningNode();
    this.supervisor = new Supervisor({ node, guardScript, logger, redactor });
    const { supervisor } = this;
    const { askLoginShell } = options;
    const path = searchPath({
      environment: hostEnv,
      supervisor,
      askLoginShell,
      node: node ?? process.execPath,
    });
    const pool = new ServerPool();
    this.launch = { supervisor, hostEnv, searchPath: path, logger, redactor, appVersion, pool };
    this.catalogue = new Catalogue(this.launch, clock);
    const { file, failure } = this.#readServers();
    this.#fromFile = file;
    this.brokenFile = failure;
  }

  /**
   * What the app and the command line do before {@link openRecords}: repairs damaged records, and
   * copies those of an earlier version. Throws as it does.
   */
  async prepareRecords(): Promise<void> {
    const { data, logger, clock } = this.#options;
    this.#prepared = await openRecords(data, { logger, clock });
    if (this.#prepared.isReadOnly) return;
    this.#dailyBackup = dailyBackupOf(this.#prepared, data, { logger, clock });
    this.#dailyBackup.start();
  }

  /** Opens the records and marks what a crash has cut off. */
  openRecords({ makeModel, approver }: RecordOptions): Conversations {
    const { data, logger, redactor, clock } = this.#options;
    const store = this.#prepared ?? openStore(data, { logger });
    store.recoverInterrupted(clock());
    store.sweepFiles();
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

  /** The servers of a conversation: the file's, then the preset; the first wins on a name (M1). */
  servers({ headless }: { readonly headless: boolean }): readonly ServerConfig[] {
    const { preset, hostEnv, sandbox, data } = this.#options;
    if (!preset) return this.#fromFile.servers;
    const compileCache = path.join(data, "cache", "node");
    mkdirSync(compileCache, { recursive: true });
    const settings = presetSettingsFrom(hostEnv, this.#options.browserOptions?.());
    const browser = browserPreset({
      runtime: this.runtime(),
      settings,
      headless,
      sandbox,
      compileCache,
      processes: processLookup,
      hasScreen: hasScreen(hostEnv, process.platform),
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
    const settings = presetSettingsFrom(this.#options.hostEnv);
    this.#options.logger.info(presetLogLine(settings, this.startsHeadless(headless)));
  }

  /** Whether a new conversation's browser works without a window: the environment's word, else this one (M24). */
  startsHeadless(otherwise: boolean): boolean {
    return presetSettingsFrom(this.#options.hostEnv).headless ?? otherwise;
  }

  /** Turns first, so that each ends as stopped; then every process; then the records. Bounded by 5 s. */
  async close(): Promise<void> {
    const conversations = this.#records?.conversations;
    await this.#join("stop turns", STOP_TURNS_MS, conversations?.stopTurns());
    await this.#join("close browsers", FAREWELL_MS, conversations?.close());
    await this.#join("stop servers", STOP_SERVERS_MS, this.supervisor.stopAll());
    await this.#join("end the copy of the records", END_BACKUP_MS, this.#dailyBackup?.close());
    this.#records?.store.close();
    this.#prepared?.close();
    this.#prepared = null;
    this.#records = null;
  }

  /** A joiner of the shutdown that fails, or hangs, has a name in the log and holds nobody up. */
  async #join(name: string, withinMs: number, work: Promise<void> | undefined): Promise<void> {
    const { logger } = this.#options;
    try {
      const done = await atMost(withinMs, work ?? Promise.resolve());
      if (!done) logger.warn(`Shutdown: "${name}" took longer than ${withinMs} ms.`);
    } catch (error) {
      logger.error(`Shutdown: "${name}" failed: ${messageOf(error)}`);
    }
  }

  /** One bad entry is told and left out, and so is a file that is broken as a whole (M3). */
  #readServers(): { readonly file: McpFile; readonly failure: Failure | null } {
    const { mcpFile, logger } = this.#options;
    if (mcpFile === null || !existsSync(mcpFile)) return { file: noServers, failure: null };
    try {
      const file = readMcpFile(mcpFile);
      for (const problem of file.problems) logger.warn(problem.message);
      return { file, failure: null };
    } catch (error) {
      logger.error(messageOf(error));
      return { file: noServers, failure: toFailure(error) };
    }
  }
}

const noServers: McpFile = { servers: [], problems: [] };

/** The command line is run by a Node; the app's own program is none. */
function runningNode(): string | null {
  return process.versions["electron"] === undefined ? process.execPath : null;
}
