import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { loggerTo } from "../../../src-main/base/logger.ts";
import { eventsIn, fakeServer } from "../../fixtures/mcp-server/fake-server.ts";
import { never, serversOf } from "../../support/conversation-servers.ts";
import { launchContext } from "../../support/launch-context.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** A server whose tools an earlier run knew, and that does as it is told now. */
async function knownServer() {
  const folder = tempFolder();
  const words = path.join(folder, "mode");
  writeFileSync(words, "");
  const log = path.join(folder, "log");
  const config = fakeServer({ log, config: { env: { FAKE_MCP_MODE_FILE: words } } });
  await serversOf([config], { folder }).names();
  return { folder, config, log, behave: (mode: string) => writeFileSync(words, mode) };
}

describe("the tools of an earlier run (M5)", () => {
  it("are offered at once, and the server is asked anew in the background", async () => {
    const { folder, config, log } = await knownServer();
    const { servers, names, status, catalogue } = serversOf([config], { folder });
    expect(status()?.catalogue?.state).toBe("cached");
    expect(status()?.tools).toContain("echo");
    expect(eventsIn(log)).toHaveLength(1);
    expect(await names()).toContain("echo");
    expect(status()?.catalogue?.state).toBe("refreshing");
    await catalogue.discover(config);
    expect(status()?.catalogue?.state).toBe("live");
    expect(eventsIn(log)).toHaveLength(2);
    await servers.tools(never);
    expect(eventsIn(log)).toHaveLength(2);
  });

  it("stay offered when the server cannot be asked, and the panel says so", async () => {
    const { folder, config, behave } = await knownServer();
    behave("crash-on-start");
    const { names, status, catalogue } = serversOf([config], { folder });
    await catalogue.discover(config);
    expect(await names()).toContain("echo");
    expect(status()).toMatchObject({
      state: "not-started",
      catalogue: { state: "failed" },
      failure: { message: expect.stringContaining("Traceback") as string },
    });
  });

  it("are there without waiting while the server hangs (B3.1)", async () => {
    const { folder, config, behave } = await knownServer();
    behave("hang-on-start");
    const { names } = serversOf([config], { folder });
    const startedAt = performance.now();
    expect(await names()).toContain("echo");
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  it("are nothing to an entry that was changed since", async () => {
    const { folder, config } = await knownServer();
    const changed = { ...config, toolPrefix: "x_" };
    expect(serversOf([changed], { folder }).status()?.catalogue?.state).toBe("unknown");
  });

  it("are nothing to another entry under whose name their file lies", async () => {
    const { folder, config } = await knownServer();
    const changed = { ...config, toolPrefix: "x_" };
    await serversOf([changed], { folder }).names();
    const files = readdirSync(path.join(folder, "lists")).map((file) =>
      path.join(folder, "lists", file),
    );
    const [one = "", other = ""] = files.map((file) => readFileSync(file, "utf8"));
    writeFileSync(files[0] ?? "", other);
    writeFileSync(files[1] ?? "", one);
    expect(serversOf([changed], { folder }).status()?.catalogue?.state).toBe("unknown");
  });

  it("are ignored with a line in the log when they cannot be read", async () => {
    const { folder, config } = await knownServer();
    const lists = path.join(folder, "lists");
    for (const file of readdirSync(lists)) writeFileSync(path.join(lists, file), '{"version":1');
    const lines: string[] = [];
    const logger = loggerTo((_level, line) => lines.push(line));
    const context = { ...launchContext(), logger };
    const { status, names } = serversOf([config], { folder, context });
    expect(status()?.catalogue?.state).toBe("unknown");
    expect(lines).toEqual(['The kept tools of "fake" cannot be read and are ignored.']);
    expect(await names()).toContain("echo");
  });

  it("hold no secret, neither of the entry nor one that the server tells", async () => {
    const folder = tempFolder();
    const words = path.join(tempFolder(), "words");
    writeFileSync(words, "Uses hunter2hunter2");
    const env = { API_TOKEN: "hunter2hunter2", FAKE_MCP_WORDS: words };
    const config = fakeServer({ mode: "worded", config: { env } });
    const context = launchContext({ redactor: new Redactor() });
    await serversOf([config], { folder, context }).names();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"));
    expect(files).toHaveLength(2);
    expect(files.join()).not.toContain("hunter2");
    expect(files.join()).toContain("Uses [REDACTED]");
  });
});

describe("a server that hangs (M6, B3.1)", () => {
  const hung = (startupTimeoutMs: number) =>
    fakeServer({ mode: "hang-on-start", config: { name: "hung", startupTimeoutMs } });

  it("holds nobody up who can begin without it, and the person is told before the model answers", async () => {
    const { servers } = serversOf([fakeServer(), hung(60_000)]);
    const told: string[] = [];
    servers.missing.on((sentence) => told.push(sentence));
    const startedAt = performance.now();
    const tools = await servers.tools(never);
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    expect(tools.map(({ name }) => name)).toContain("echo");
    expect(told).toEqual([expect.stringMatching(/"hung" has not told its tools yet/)]);
    expect(servers.statuses()[1]).toMatchObject({ name: "hung", state: "starting", tools: null });
  });

  it("costs its own start timeout where there is nothing else, and can be tried again", async () => {
    const { servers, catalogue, status } = serversOf([hung(600)]);
    const told: string[] = [];
    servers.missing.on((sentence) => told.push(sentence));
    expect(await servers.tools(never)).toEqual([]);
    expect(status()).toMatchObject({ state: "failed" });
    expect(told).toEqual([expect.stringMatching(/The tools of "hung" are missing:.*\/mcp retry/)]);
    let changes = 0;
    catalogue.changed.on(() => (changes += 1));
    await servers.retry("hung");
    expect(changes).toBe(2);
  });
});
