import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Catalogue } from "../../../src-main/mcp/catalogue/catalogue.ts";
import { ConversationServers } from "../../../src-main/mcp/connection/conversation-servers.ts";
import { eventsIn, fakeServer } from "../../fixtures/mcp-server/fake-server.ts";
import { launchContext } from "../../support/launch-context.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const minute = 60_000;

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
    const tools = discovery.kind === "tools" ? discovery.tools : [];
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
  });

  it("leaves neither folder nor process of a discovery behind", async () => {
    await new Catalogue(launchContext(), () => 0).discover(fakeServer());
    expect(
      readdirSync(tmpdir()).filter((name) => name.startsWith("pilothouse-discovery-")),
    ).toEqual([]);
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
    const names = (await servers.tools()).map(({ name }) => name);
    expect(names).toContain("echo");
    expect(names).not.toContain("read");
    expect(servers.statuses()).toMatchObject([
      { name: "broken", state: "failed", tools: null },
      { name: "fake", state: "not-started" },
    ]);
  });
});
