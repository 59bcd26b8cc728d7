import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../../src-main/base/clock.ts";
import { loggerTo } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { alwaysAnswering } from "../../../src-main/conversations/approver.ts";
import { Frames } from "../../../src-main/conversations/frames.ts";
import { Core } from "../../../src-main/core.ts";
import type { AppEvent } from "../../../src-preload/contract/events.ts";
import { calls, FakeModel, text } from "../../fixtures/turn-ports.ts";
import { cliRun } from "../../support/cli.ts";
import { guardScript } from "../../support/launch-context.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const script = path.resolve(import.meta.dirname, "../../fixtures/mcp-server/telltale.mjs");

/** With what every form writes otherwise: quotes, slashes, blanks, and letters of two bytes. */
const KEPT = 'k3pt "s/ä+cret" 4711';
const NAMED = "n4med\\token/ö&0815=";
const MARKED = "plain-but-marked-99";

const SECRETS = [KEPT, NAMED, MARKED];

/** Ways in which the tools of the server tell the secrets; the last two end it. */
const TOOLS = ["text", "blocks", "failure", "error", "progress", "stray", "exit", "crash"];

/** Worked out here once more, so that a form that the app forgets is found. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    encodeURIComponent(secret),
    escaped,
    // Inside of a text that is written as JSON once more.
    JSON.stringify(escaped).slice(1, -1),
    bytes.toString("base64").replaceAll("=", ""),
    bytes.toString("base64url"),
  ];
}

/** Which of the secrets stands there, in which form. */
function foundIn(place: string, content: Buffer | string): readonly string[] {
  const bytes = Buffer.from(content);
  return SECRETS.flatMap((secret) =>
    formsOf(secret).flatMap((form) => (bytes.includes(form) ? [`${place}: ${form}`] : [])),
  );
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function mcpFile(env: Record<string, string>, more: object = {}): string {
  const file = path.join(tempFolder(), "mcp.json");
  const entry = { command: process.execPath, args: [script], env, ...more };
  writeFileSync(file, JSON.stringify({ mcpServers: { telltale: entry } }));
  return file;
}

/** All rooms below the window with such a server, and everything that leaves them. */
function appWithTelltale() {
  const data = tempFolder();
  const log: string[] = [];
  const redactor = new Redactor();
  const env = {
    TELLTALE: "KEPT,API_TOKEN,REMARK",
    KEPT: "${secret:kept}",
    API_TOKEN: NAMED,
    REMARK: MARKED,
  };
  const core = new Core({
    data,
    runtimeRoots: [],
    guardScript,
    appVersion: "0.0.0",
    hostEnv: process.env,
    askLoginShell: false,
    redactor,
    // As the app's own log does it.
    logger: loggerTo((_level, message) => log.push(redactor.text(message))),
    clock: systemClock,
    sandbox: "on",
    mcpFile: mcpFile(env, { secretEnv: ["REMARK"] }),
    preset: false,
    readSecret: (name) => Promise.resolve(name === "kept" ? KEPT : null),
    chosenBrowser: () => null,
  });
  onTestFinished(() => core.close());
  const steps = TOOLS.map((tool) => calls([tool, {}]));
  const model = new FakeModel(...steps, text("Done."));
  const conversations = core.openRecords({
    makeModel: () => Promise.resolve(model),
    approver: alwaysAnswering("once"),
  });
  const events: AppEvent[] = [];
  conversations.events.on((event) => events.push(event));
  const { id } = conversations.create({ modelId: null, headless: true });
  return { core, data, log, redactor, model, conversations, events, id };
}

describe("a server that tells the secrets it was given", () => {
  it("leaves none of them, in no form, in what the app shows, logs, stores or tells the model (B11.1, M23)", async () => {
    const app = appWithTelltale();
    const { conversations, id, redactor, events, log, model } = app;
    const conversation = conversations.live(id);
    const { ended } = await conversation.send("Tell me");
    expect((await ended).reason).toBe("finished");
    const { toolCalls } = conversation.snapshot();
    const done = toolCalls.filter(({ state }) => state === "done").map(({ tool }) => tool);
    expect(done).toEqual(["text", "blocks", "progress", "stray"]);
    const frames = new Frames({ conversations, redactor });
    const shown = {
      events,
      snapshot: conversation.snapshot(),
      log,
      model: model.requests,
      command: await conversation.command("/mcp telltale"),
      frames: frames.read(id, "telltale", {}, 500),
      export: await frames.export(id, "telltale", "hidden"),
    };
    const examination = await conversation.examineServer("telltale");
    await app.core.close();
    const found = Object.entries(shown).flatMap(([place, said]) => {
      const words = JSON.stringify(said);
      // Otherwise nothing of what the server said came here, and nothing could be found.
      expect([place, words.includes("[REDACTED]")]).toEqual([place, true]);
      return foundIn(place, words);
    });
    const onDisk = filesBelow(app.data).flatMap((file) => foundIn(file, readFileSync(file)));
    const examined = foundIn("examination", JSON.stringify(examination));
    expect([...found, ...examined, ...onDisk]).toEqual([]);
  });

  it("leaves none of them in what the command line prints (B11.1, M23)", async () => {
    const env = { TELLTALE: "KEPT,API_TOKEN", KEPT: "${env:KEPT_TOKEN}", API_TOKEN: NAMED };
    const config = mcpFile(env);
    const told: string[] = [];
    const run = async (...args: readonly string[]) => {
      const { lines, stderr } = await cliRun(["mcp", ...args, "--config", config, "--no-preset"], {
        env: { KEPT_TOKEN: KEPT },
      });
      const said = `${JSON.stringify(lines)}\n${stderr}`;
      expect([args, said.includes("[REDACTED]")]).toEqual([args, true]);
      told.push(said);
    };
    await run("list");
    for (const tool of TOOLS) await run("call", "--server", "telltale", "--tool", tool);
    expect(told.flatMap((said) => foundIn("cli", said))).toEqual([]);
  });
});
