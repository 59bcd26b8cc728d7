import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { AppBrowser } from "../../../src-main/app-browser.ts";
import { systemClock } from "../../../src-main/base/clock.ts";
import { silentLogger } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { Core } from "../../../src-main/core.ts";
import { browserHandlers } from "../../../src-main/ipc/handlers.ts";
import { SettingsFile } from "../../../src-main/settings/settings-file.ts";
import { ConnectedModels } from "../../../src-main/conversations/connected-models.ts";
import { Secrets } from "../../../src-main/settings/secrets.ts";
import { requests } from "../../../src-preload/contract/requests.ts";
import { FakeModel } from "../../fixtures/turn-ports.ts";
import { sandbox } from "../../support/browser.ts";
import { guardScript } from "../../support/launch-context.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { FakeEncryption } from "../settings/fake-encryption.ts";
import { treeRuntime } from "./set-up-fixture.ts";

/** The request of the window, with the person's answers to the system's dialog. */
function choosing(...answers: readonly (string | null)[]) {
  const data = tempFolder();
  const logger = silentLogger;
  const kept = { clock: systemClock, logger };
  const settings = new SettingsFile({ ...kept, file: path.join(data, "settings.json") });
  const runtimeRoots = [treeRuntime];
  const redactor = new Redactor();
  const core = new Core({
    data,
    runtimeRoots,
    guardScript,
    appVersion: "0.0.0",
    hostEnv: process.env,
    askLoginShell: false,
    redactor,
    logger,
    clock: systemClock,
    sandbox,
    mcpFile: null,
    preset: true,
    chosenBrowser: () => settings.settings.browserExecutable,
  });
  onTestFinished(() => core.close());
  const conversations = core.openRecords({ makeModel: () => Promise.resolve(new FakeModel()) });
  const browser = new AppBrowser({
    core,
    conversations,
    settings,
    data,
    runtimeRoots,
    sandbox,
    fetch: (url, init) => fetch(url, init),
    logger,
  });
  const encryption = new FakeEncryption();
  const secrets = new Secrets({ ...kept, file: path.join(data, "secrets.json"), encryption });
  const models = new ConnectedModels({ settings, secrets, redactor });
  const left = [...answers];
  const handlers = browserHandlers({
    browser,
    models,
    askForProgram: () => Promise.resolve(left.shift() ?? null),
  });
  const choose = async () =>
    requests.chooseBrowserFile.output.parse(await handlers.chooseBrowserFile(undefined));
  return { core, settings, choose };
}

function program(name: string, script: string): string {
  const file = path.join(tempFolder(), name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

describe("another file as the browser (M25)", () => {
  it("is driven from then on when it starts, and stays when the next dialog is closed", async () => {
    const own = program("my browser", 'exec chromium "$@"');
    const { core, choose } = choosing(own, null);
    expect(await choose()).toMatchObject({ browserExecutable: own });
    expect(core.runtime()).toMatchObject({
      state: "ready",
      source: "chosen",
      browserExecutable: own,
    });
    expect(await choose()).toMatchObject({ browserExecutable: own });
  });

  it.each([
    ["prints something else", program, 'echo "$@"', /“thing” does not start as a browser/],
    ["ends with a fault", program, "exit 3", /does not start as a browser/],
    [
      "lacks a library",
      program,
      "echo 'x: error while loading shared libraries: libnss3.so: cannot open' >&2; exit 127",
      /“thing” cannot start: this system lacks libnss3.so/,
    ],
  ])("is refused when it %s", async (_what, make, script, sentence) => {
    const { choose, settings } = choosing(make("thing", script));
    await expect(choose()).rejects.toThrow(sentence);
    expect(settings.settings.browserExecutable).toBeNull();
  });

  it("is refused when it is no program at all", async () => {
    const notes = path.join(tempFolder(), "notes.txt");
    writeFileSync(notes, "buy milk");
    const { choose } = choosing(notes);
    await expect(choose()).rejects.toThrow(/“notes.txt” does not start/);
  });
});
