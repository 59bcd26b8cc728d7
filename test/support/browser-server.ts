import { mkdirSync } from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";
import {
  defaultBrowserOptions,
  type BrowserOptions,
} from "../../src-preload/model/browser-options.ts";
import { silentLogger } from "../../src-main/base/logger.ts";
import { Redactor } from "../../src-main/base/redactor.ts";
import { BROWSER_SERVER, browserPreset, hasScreen } from "../../src-main/browser/preset.ts";
import { presetSettingsFrom } from "../../src-main/browser/preset-settings.ts";
import { ServerTools } from "../../src-main/conversations/server-tools.ts";
import { Catalogue } from "../../src-main/mcp/catalogue/catalogue.ts";
import { ConversationServers } from "../../src-main/mcp/connection/conversation-servers.ts";
import { processLookup } from "../../src-main/process/running-programs.ts";
import { locateRuntime, locateServer } from "../../src-main/runtime/locate-runtime.ts";
import { FileStore } from "../../src-main/store/files/file-store.ts";
import type { ToolCall, ToolResult } from "../../src-preload/model/tool-call.ts";
import { browserEnvironment, sandbox } from "./browser.ts";
import { launchContext } from "./launch-context.ts";
import { tempFolder } from "./temp-folder.ts";

const roots = [path.resolve(import.meta.dirname, "../../resources/runtime")];

export interface BrowserServerOptions {
  readonly workspace?: string;
  readonly headless?: boolean;
  readonly options?: Partial<BrowserOptions>;
  readonly hostEnv?: NodeJS.ProcessEnv;
  /** Another program in the browser's place. */
  readonly executable?: string;
}

/** The real browser server with the real browser, as one conversation has it; ended with the test. */
export class BrowserServer {
  readonly workspace: string;
  readonly servers: ConversationServers;
  readonly #tools: ServerTools;

  constructor(options: BrowserServerOptions = {}) {
    const { headless = true, hostEnv = process.env } = options;
    this.workspace = options.workspace ?? path.join(tempFolder(), "workspace");
    mkdirSync(this.workspace, { recursive: true });
    const scratch = tempFolder();
    const settings = presetSettingsFrom(browserEnvironment(scratch), {
      ...defaultBrowserOptions,
      ...options.options,
    });
    const config = browserPreset({
      runtime: locateRuntime({ roots, chosenBrowser: options.executable ?? null }),
      server: locateServer(roots),
      settings,
      headless,
      sandbox,
      compileCache: scratch,
      processes: processLookup,
      hasScreen: hasScreen(hostEnv, process.platform),
    });
    const context = launchContext({ hostEnv });
    const catalogue = new Catalogue(context, Date.now);
    this.servers = new ConversationServers("c", this.workspace, [config], catalogue, context);
    this.#tools = new ServerTools({
      servers: () => this.servers,
      files: new FileStore(path.join(scratch, "files"), silentLogger),
      redactor: new Redactor(),
      logger: silentLogger,
      workspace: this.workspace,
    });
    onTestFinished(() => this.servers.close());
  }

  /** The server's own process. Throws while there is none. */
  get pid(): number {
    const pid = this.servers.statuses()[0]?.pid;
    if (!pid) throw new Error("The browser server does not run.");
    return pid;
  }

  /** Calls a tool, and gives the result as the conversation keeps it. Throws the sentence of a failure. */
  async call(tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<ToolResult> {
    const signal = AbortSignal.timeout(60_000);
    const outcome = await this.#tools.call(callOf(tool, args), { signal, onProgress: () => {} });
    if (outcome.kind === "result") return outcome.result;
    throw new Error("failure" in outcome ? outcome.failure.message : outcome.kind);
  }

  /** What the model would read of the result. */
  async text(tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { model } = await this.call(tool, args);
    return model.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  }

  /** As a person does, or the idle timeout. */
  async stop(): Promise<void> {
    await this.servers.stop(BROWSER_SERVER);
  }
}

function callOf(tool: string, args: Readonly<Record<string, unknown>>): ToolCall {
  return {
    id: "1",
    wireId: "1",
    conversationId: "c",
    turnId: "t",
    messageId: "m",
    server: BROWSER_SERVER,
    tool,
    name: tool,
    arguments: args,
    argumentsText: null,
    state: "running",
    page: null,
    progress: null,
    startedAt: null,
    finishedAt: null,
    result: null,
    failure: null,
  };
}
