import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import {
  _electron,
  test as base,
  expect,
  type ElectronApplication,
  type Page,
} from "@playwright/test";
import electronExecutable from "electron";
import { ModelServer } from "../fixtures/model-server/model-server.ts";
import { Site } from "../fixtures/site.ts";
import { browserEnvironment, sandbox } from "./browser.ts";
import { processesWith } from "./processes.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Nothing of the app runs this long after it has gone, in milliseconds (M20). */
export const ALL_GONE_MS = 5_000;

/** A running app with its window, on a data folder that may outlive it. */
export interface RunningApp {
  readonly app: ElectronApplication;
  readonly window: Page;
  /** Quits as a person does; resolves when the process has ended. */
  readonly quit: () => Promise<void>;
}

export interface Fixtures {
  /** A data folder of the test's own; after the test nothing of it runs any more. */
  readonly data: string;
  readonly model: ModelServer;
  readonly site: Site;
  /** Starts the app on the test's data folder; may be called again after a quit. */
  readonly start: (args?: readonly string[]) => Promise<RunningApp>;
}

export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern
  data: async ({}, use) => {
    const data = realpathSync(mkdtempSync("/tmp/phe-"));
    await use(data);
    await expect.poll(() => processesWith(data), { timeout: ALL_GONE_MS }).toEqual([]);
    rmSync(data, { recursive: true, force: true });
  },
  // eslint-disable-next-line no-empty-pattern
  model: async ({}, use) => {
    const model = await new ModelServer().start();
    await use(model);
    await model.close();
  },
  // eslint-disable-next-line no-empty-pattern
  site: async ({}, use) => {
    const site = await new Site().start();
    await use(site);
    await site.close();
  },
  start: async ({ data }, use) => {
    const running = new Set<RunningApp>();
    await use(async (args = []) => {
      const started = await startApp(data, args);
      running.add(started);
      return started;
    });
    for (const { quit } of running) await quit();
  },
});

/** As root neither Electron's sandbox can start. */
const unsandboxed: Record<string, string> =
  sandbox === "off" ? { ELECTRON_DISABLE_SANDBOX: "1" } : {};

async function startApp(data: string, args: readonly string[]): Promise<RunningApp> {
  const app = await _electron.launch({
    executablePath: electronExecutable as unknown as string,
    args: [root, `--data=${data}`, `--browser-sandbox=${sandbox}`, "--disable-gpu", ...args],
    chromiumSandbox: sandbox === "on",
    env: { ...definedEnvironment(), ...browserEnvironment(data), ...unsandboxed, TMPDIR: data },
  });
  const window = await app.firstWindow();
  let gone = false;
  app.process().once("exit", () => (gone = true));
  return { app, window, quit: () => (gone ? Promise.resolve() : app.close()) };
}

function definedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Connects the scripted model as a person does on the first start. */
export async function connectModel(window: Page, model: ModelServer): Promise<void> {
  await window.getByRole("button", { name: "Other address" }).click();
  await window.getByLabel("Address", { exact: true }).fill(model.openAiUrl);
  await window.getByLabel("Model name").fill("scripted");
  model.enqueue({ text: "Ready." });
  await window.getByRole("button", { name: "Test and continue" }).click();
  await expect(composer(window)).toBeEnabled();
}

export const composer = (window: Page) => window.getByRole("textbox", { name: "Message" });
export const thread = (window: Page) => window.getByRole("log", { name: "Conversation" });
export const approval = (window: Page) => window.getByRole("group", { name: "Waiting for you" });

export async function send(window: Page, text: string): Promise<void> {
  await composer(window).fill(text);
  await composer(window).press("Enter");
}

export { expect };
