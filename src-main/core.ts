import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { ApprovalPreset } from "../src-preload/model/approval.ts";
import type { BrowserOptions } from "../src-preload/model/browser-options.ts";
import type { Failure } from "../src-preload/model/failure.ts";
import type { ModelPort } from "./agent/ports.ts";
import type { Clock } from "./base/clock.ts";
import { DisposableStore, type Disposable } from "./base/disposable.ts";
import { AppError, messageOf } from "./base/errors.ts";
import type { Logger } from "./base/logger.ts";
import type { Redactor } from "./base/redactor.ts";
import { atMost } from "./base/waiting.ts";
import {
  BROWSER_SERVER,
  browserPreset,
  hasScreen,
  presetLogLine,
  windowFault,
} from "./browser/preset.ts";
import { presetSettingsFrom, type PresetSettings } from "./browser/preset-settings.ts";
import type { Approver } from "./conversations/approver.ts";
import type { Asker } from "./conversations/questions.ts";
import { Conversations } from "./conversations/conversations.ts";
import { Catalogue } from "./mcp/catalogue/catalogue.ts";
import type { ConfigProblem } from "./mcp/config/mcp-file.ts";
import type { ServerConfig } from "./mcp/config/server-config.ts";
import { ServersFile } from "./mcp/config/servers-file.ts";
import { plainSecretsOf } from "./mcp/config/plain-secrets.ts";
import { mergeSources } from "./mcp/config/sources.ts";
import type { LaunchContext } from "./mcp/connection/launch.ts";
import { FAREWELL_MS } from "./mcp/connection/server-connection.ts";
import { ServerPool } from "./mcp/connection/server-pool.ts";
import { isPrivateFolder } from "./process/private-folder.ts";
import { identify } from "./process/process-tree.ts";
import { processLookup } from "./process/running-programs.ts";
import { searchPath } from "./process/search-path.ts";
import { Supervisor } from "./process/supervisor.ts";
import { userJournals } from "./process/user-journals.ts";
import {
  locateNode,
  locateRuntime,
  locateServer,
  type RuntimeLocation,
} from "./runtime/locate-runtime.ts";
import { BROWSER_SERVER_VERSION } from "./runtime/pinned-version.ts";
import { leaseVersion } from "./runtime/version-lease.ts";
import type { DailyBackup } from "./store/backup/daily-backup.ts";
import { dailyBackupOf, openRecords } from "./store/open-records.ts";
import { openStore, type Store } from "./store/store.ts";
import type { ConversationRow } from "./store/tables/conversation-table.ts";

/** What differs between the desktop app and the command line. */
export interface CoreOptions {
  /** Where everything is kept. */
  readonly data: string;
  /** Where the lists of servers' tools are kept, and which of them are accepted; absent, in `data`. */
  readonly catalogueFolder?: string;
  /** Folders in which the browser server's runtime is looked for. */
  readonly runtimeRoots: readonly string[];
  /** The built guard script, in a place that outlives the app; null for none, and then no server starts. */
  readonly guardScript: string | null;
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
  /** The longest line that is taken from a server, in bytes; absent, the default of the wire (M13). */
  readonly maxLineBytes?: number | undefined;
  /** A secret that is kept for servers (M2); absent, none is. */
  readonly readSecret?: (name: string) => Promise<string | null>;
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
  /** Who is asked in place of a person; absent, questions wait. */
  readonly asker?: Asker;
  /** How much the person wants to be asked; absent: as usual. */
  readonly approvalPreset?: () => ApprovalPreset;
}

/** Everything below the window and the command line: processes, servers, records, conversations. */
export class Core {
  readonly supervisor: Supervisor;
  readonly catalogue: Catalogue;
  readonly launch: LaunchContext;
  /** The person's own servers. */
  readonly serversFile: ServersFile;
  readonly #options: CoreOptions;
  readonly #owned = new DisposableStore();
  #runtimeLease: Disposable | null = null;
  #prepared: Store | null = null;
  #dailyBackup: DailyBackup | null = null;
  #records: { readonly store: Store; readonly conversations: Conversations } | null = null;

  /** Starts no process. */
  constructor(options: CoreOptions) {
    this.#options = options;
    const { logger, redactor, hostEnv, appVersion, guardScript, clock } = options;
    const node = locateNode(options.runtimeRoots) ?? runningNode();
    // Without its script the guard would end as soon as it was started, and nobody would hear of it.
    const guard = guardScript !== null && existsSync(guardScript) ? guardScript : null;
    this.supervisor = new Supervisor({
      node: guard === null ? null : node,
      guardScript: guard ?? "",
      journals: journalsIn(options.data, hostEnv),
      otherJournals: [userJournals(hostEnv)],
      logger,
      redactor,
    });
    const { supervisor } = this;
    const { askLoginShell } = options;
    const path = searchPath({
      environment: hostEnv,
      supervisor,
      askLoginShell,
      node: node ?? process.execPath,
    });
    const { readSecret = noSecret } = options;
    this.launch = {
      supervisor,
      hostEnv,
      searchPath: path,
      readSecret,
      logger,
      redactor,
      appVersion,
      pool: new ServerPool(),
      ...(options.maxLineBytes === undefined ? {} : { maxLineBytes: options.maxLineBytes }),
    };
    this.catalogue = new Catalogue(
      this.launch,
      clock,
      options.catalogueFolder ?? catalogueFolder(options.data),
    );
    this.serversFile = new ServersFile({ file: options.mcpFile, logger });
    this.#owned.add(this.serversFile.changed.on(() => this.#takeServers()));
    this.#hideSecrets();
    this.#warnOfReplacedPreset();
  }

  /** Why the servers' file could not be read at all; null when it could. */
  get brokenFile(): Failure | null {
    return this.serversFile.failure;
  }

  /** From now on an edit of the servers' file is taken while the app runs (M3). */
  watchServers(): void {
    this.#owned.add(this.serversFile.watch());
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
  openRecords({ makeModel, ...others }: RecordOptions): Conversations {
    const { data, logger, redactor, clock } = this.#options;
    this.#runtimeLease = this.#leaseRuntime();
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
      windowFault: () => windowFault(this.#options.hostEnv, process.platform),
      ...others,
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
    const own = this.serversFile.current.servers;
    if (!preset || this.#isPresetReplaced()) return own;
    const compileCache = path.join(data, "cache", "node");
    mkdirSync(compileCache, { recursive: true });
    const browser = browserPreset({
      runtime: this.runtime(),
      server: locateServer(this.#options.runtimeRoots),
      settings: this.#presetSettings(),
      headless,
      sandbox,
      compileCache,
      processes: processLookup,
      hasScreen: hasScreen(hostEnv, process.platform),
    });
    return mergeSources(own, [browser]);
  }

  /** The entries of the servers' file that could not be taken. */
  problems(): readonly ConfigProblem[] {
    return this.serversFile.current.problems;
  }

  /** The line about the browser server that each start logs (M24). */
  logPreset(headless: boolean | undefined): void {
    if (!this.#options.preset || this.#isPresetReplaced()) return;
    const line = presetLogLine(
      this.#presetSettings(),
      this.startsHeadless(headless),
      this.runtime(),
    );
    this.#options.logger.info(line);
  }

  /**
   * Whether a new conversation's browser works without a window: as it is set, else by the environment's
   * word, else without (M24).
   */
  startsHeadless(asSet: boolean | undefined): boolean {
    return asSet ?? this.#presetSettings().headless ?? true;
  }

  #presetSettings(): PresetSettings {
    const { hostEnv, browserOptions, chosenBrowser } = this.#options;
    return presetSettingsFrom(hostEnv, browserOptions?.(), chosenBrowser() !== null);
  }

  /** Turns first, so that each ends as stopped; then every process; then the records. Bounded by 5 s. */
  async close(): Promise<void> {
    this.#owned.dispose();
    const conversations = this.#records?.conversations;
    await this.#join("stop turns", STOP_TURNS_MS, conversations?.stopTurns());
    await this.#join("close browsers", FAREWELL_MS, conversations?.close());
    await this.#join("stop servers", STOP_SERVERS_MS, this.supervisor.stopAll());
    await this.#join("end the copy of the records", END_BACKUP_MS, this.#dailyBackup?.close());
    this.#records?.store.close();
    this.#prepared?.close();
    this.#prepared = null;
    this.#records = null;
    this.#runtimeLease?.dispose();
  }

  /** So that a Pilothouse of a later version lets stand what this one runs from (M25). */
  #leaseRuntime(): Disposable | null {
    const { data, logger } = this.#options;
    const holder = identify(process.pid);
    try {
      return holder && leaseVersion(path.join(data, "runtime"), BROWSER_SERVER_VERSION, holder);
    } catch (error) {
      logger.warn(`Runtime: it could not be noted as in use: ${messageOf(error)}`);
      return null;
    }
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

  #takeServers(): void {
    this.#hideSecrets();
    this.#warnOfReplacedPreset();
    this.#records?.conversations.reconfigureServers();
  }

  /** What stands in an entry in plain text is known before its server is started for the first time (M23). */
  #hideSecrets(): void {
    for (const entry of this.serversFile.current.servers) {
      for (const secret of plainSecretsOf(entry)) this.#options.redactor.add(secret);
    }
  }

  #isPresetReplaced(): boolean {
    return this.serversFile.current.servers.some(({ name }) => name === BROWSER_SERVER);
  }

  #warnOfReplacedPreset(): void {
    if (!this.#options.preset || !this.#isPresetReplaced()) return;
    this.#options.logger.warn(
      `MCP: a server of your own is called "${BROWSER_SERVER}", so the browser that comes with Pilothouse is left out.`,
    );
  }
}

const noSecret = () => Promise.resolve(null);

/** Where what runs is written down for the next start (M20), which looks into no folder that goes with this one. */
function journalsIn(data: string, hostEnv: NodeJS.ProcessEnv): string {
  return isPrivateFolder(data) ? userJournals(hostEnv) : path.join(data, "processes");
}

/** What servers offer, from one run to the next (M5). */
export function catalogueFolder(data: string): string {
  return path.join(data, "catalogue");
}

/** The command line is run by a Node; the app's own program is none. */
function runningNode(): string | null {
  return process.versions["electron"] === undefined ? process.execPath : null;
}
