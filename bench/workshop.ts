import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { systemClock } from "../src-main/base/clock.ts";
import { silentLogger } from "../src-main/base/logger.ts";
import { Redactor } from "../src-main/base/redactor.ts";
import { Core } from "../src-main/core.ts";
import { ConversationServers } from "../src-main/mcp/connection/conversation-servers.ts";
import { Site } from "../test/fixtures/site.ts";
import { browserEnvironment, sandbox } from "../test/support/browser.ts";

const root = path.resolve(import.meta.dirname, "..");

/** What every figure is measured with: the rooms of the app, a site on this machine, a folder that goes. */
export class Workshop {
  readonly folder = mkdtempSync(path.join(tmpdir(), "phb-"));
  readonly site: Site;
  readonly core: Core;

  private constructor(site: Site) {
    this.site = site;
    this.core = new Core({
      data: this.folder,
      runtimeRoots: [path.join(root, "resources", "runtime")],
      guardScript: path.join(root, "dist", "main", "guard.js"),
      appVersion: "0.0.0",
      askLoginShell: false,
      hostEnv: { ...process.env, ...browserEnvironment(this.folder) },
      redactor: new Redactor(),
      logger: silentLogger,
      clock: systemClock,
      sandbox,
      mcpFile: null,
      preset: true,
      chosenBrowser: () => null,
    });
  }

  static async open(): Promise<Workshop> {
    return new Workshop(await new Site().start());
  }

  /** A fresh workspace in the folder. */
  workspace(name: string): string {
    const folder = path.join(this.folder, "w", name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** The servers of a conversation that has done nothing yet. */
  conversation(name: string): ConversationServers {
    const configs = this.core.servers({ headless: true });
    const { catalogue, launch } = this.core;
    return new ConversationServers(name, this.workspace(name), configs, catalogue, launch);
  }

  async close(): Promise<void> {
    await this.core.close();
    await this.site.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
