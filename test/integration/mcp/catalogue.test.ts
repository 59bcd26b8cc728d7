import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { Catalogue } from "../../../src-main/mcp/catalogue/catalogue.ts";
import { ConversationServers } from "../../../src-main/mcp/connection/conversation-servers.ts";
import { eventsIn, fakeServer } from "../../fixtures/mcp-server/fake-server.ts";
import { launchContext } from "../../support/launch-context.ts";
import { isRunning } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const minute = 60_000;

/** All that the stop ladder of a fake server may take, in milliseconds. */
const GONE_MS = 7_000;

const never = new AbortController().signal;

describe("the catalogue", () => {
  it("asks a server once for all who want to know at the same time, and remembers (M5)", async () => {
    const log = path.join(tempFolder(), "log");
    const catalogue = new Catalogue(launchContext(), () => 0);
    const config = fakeServer({ log });
    const [first] = await Promise.all([catalogue.discover(config), catalogue.discover(config)]);
    expect(await catalogue.discover(config)).toBe(first);
    expect(eventsIn(log).filter(({ event }) => event === "start")).toHaveLength(1);
  });

  it("follows the pages of a tool list and leaves out a tool without a name", async () => {
    const discovery = await new Catalogue(launchContext(), () => 0).discover(fakeServer());
    const tools = discovery.list?.tools ?? [];
    expect(tools.map(({ tool }) => tool)).toContain("no_schema");
    expect(tools).toHaveLength(13);
    expect(tools.find(({ tool }) => tool === "no_schema")?.inputSchema).toEqual({ type: "object" });
  });

  it("believes a failure for a minute, then asks again (M5)", async () => {
    const log = path.join(tempFolder(), "log");
    let now = 0;
    const catalogue = new Catalogue(launchContext(), () => now);
    const config = fakeServer({ mode: "crash-on-start", log });
    const failed = await catalogue.discover(config);
    expect(failed).toMatchObject({
      kind: "failed",
      failure: { message: expect.stringContaining("Traceback") as string },
    });
    now = minute;
    await catalogue.discover(config);
    expect(eventsIn(log)).toHaveLength(1);
    now = minute + 1;
    await catalogue.discover(config);
    expect(eventsIn(log)).toHaveLength(2);
    // A clock that was set back must not make the failure last for hours.
    now = 0;
    await catalogue.discover(config);
    expect(eventsIn(log)).toHaveLength(3);
  });

  it("leaves neither folder nor process of a discovery behind", async () => {
    const log = path.join(tempFolder(), "log");
    await new Catalogue(launchContext(), () => 0).discover(fakeServer({ log }));
    const { pid = 0, cwd = "" } = eventsIn(log)[0] ?? {};
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), GONE_MS);
    await vi.waitFor(() => expect(existsSync(cwd)).toBe(false), GONE_MS);
  });

  it("has the tools of a server before that one has ended, however slowly it does", async () => {
    const log = path.join(tempFolder(), "log");
    const catalogue = new Catalogue(launchContext(), () => 0);
    expect((await catalogue.discover(fakeServer({ log, mode: "deaf" }))).kind).toBe("live");
    const { pid = 0, cwd = "" } = eventsIn(log)[0] ?? {};
    expect(isRunning(pid)).toBe(true);
    await vi.waitFor(() => expect(existsSync(cwd)).toBe(false), GONE_MS);
    expect(isRunning(pid)).toBe(false);
  });

  it("says how long it waited for tools that did not come, and what the server wrote meanwhile", async () => {
    const config = fakeServer({ mode: "no-tools", config: { startupTimeoutMs: 800 } });
    const discovery = await new Catalogue(launchContext(), () => 0).discover(config);
    expect(discovery).toMatchObject({
      kind: "failed",
      failure: { message: expect.stringMatching(/within 1 s[^]*still thinking/) as string },
    });
  });

  it("is waited for no longer than the person wants (M29)", async () => {
    const context = launchContext();
    const catalogue = new Catalogue(context, () => 0);
    const servers = new ConversationServers(
      "c1",
      tempFolder(),
      [fakeServer({ mode: "hang-on-start" })],
      catalogue,
      context,
    );
    const abort = new AbortController();
    const tools = servers.tools(abort.signal);
    abort.abort();
    await expect(tools).rejects.toMatchObject({ name: "AbortError" });
  });

  it("offers the tools of the servers that work, whatever the others do (M6)", async () => {
    const context = launchContext();
    const servers = new ConversationServers(
      "c1",
      tempFolder(),
      [
        fakeServer({ mode: "crash-on-start", config: { name: "broken" } }),
        fakeServer({ mode: "clash" }),
      ],
      new Catalogue(context, () => 0),
      context,
    );
    const names = (await servers.tools(never)).map(({ name }) => name);
    expect(names).toContain("echo");
    expect(names).not.toContain("read");
    expect(servers.statuses()).toMatchObject([
      { name: "broken", state: "failed", tools: null },
      { name: "fake", state: "not-started" },
    ]);
  });
});
