import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { MAX_TOOL_PAGES } from "../../../src-main/mcp/catalogue/ask-for-tools.ts";
import { Catalogue } from "../../../src-main/mcp/catalogue/catalogue.ts";
import { MAX_TOOLS } from "../../../src-main/mcp/catalogue/read-tool-list.ts";
import { eventsIn, fakeServer } from "../../fixtures/mcp-server/fake-server.ts";
import { never, serversOf } from "../../support/conversation-servers.ts";
import { launchContext } from "../../support/launch-context.ts";
import { tempFolder } from "../../support/temp-folder.ts";

async function listOf(mode: string) {
  const discovery = await new Catalogue(launchContext(), () => 0).discover(fakeServer({ mode }));
  const { tools = [], problems = [] } = discovery.list ?? {};
  return { tools, problems, names: tools.map(({ tool }) => tool) };
}

describe("a server's list of tools", () => {
  it("loses only the entries that are no tools, and says of each which and why", async () => {
    const { names, problems } = await listOf("zoo");
    expect(names).toContain("healthy");
    expect(names).toHaveLength(11);
    expect(problems.join("\n")).toBe(
      [
        "The tool at place 2 is left out: it is not an object.",
        "The tool at place 3 is left out: it is not an object.",
        "The tool at place 4 is left out: it has no name.",
        "The tool at place 5 is left out: its name is empty.",
        "The tool at place 6 is left out: it has no name.",
        'The tool "healthy" is left out: the list has another one of this name before it.',
        'The tool "deep" is left out: its declaration is nested too deeply.',
      ].join("\n"),
    );
  });

  it("keeps a tool whose output schema leads nowhere, and the others with it (B6.4)", async () => {
    expect((await listOf("zoo")).names).toEqual(expect.arrayContaining(["dangling", "healthy"]));
  });

  it("takes any object where a tool has no schema of an object (B6.5)", async () => {
    const { tools } = await listOf("zoo");
    for (const name of ["null_schema", "text_schema", "string_schema", "titled"]) {
      expect(tools.find(({ tool }) => tool === name)?.inputSchema).toEqual({ type: "object" });
    }
  });

  it("offers a tool whatever draft its schema names, and does not pass the draft on (B6.7)", async () => {
    const { tools } = await listOf("zoo");
    expect(tools.find(({ tool }) => tool === "dated")?.inputSchema).toEqual({
      type: "object",
      properties: {},
    });
  });

  it("falls back to the title where there is no description", async () => {
    const { tools } = await listOf("zoo");
    expect(tools.find(({ tool }) => tool === "titled")?.description).toBe("The title");
  });

  it("shows what is hidden in a description (S45)", async () => {
    const { tools } = await listOf("zoo");
    expect(tools.find(({ tool }) => tool === "a\u202Eb")?.description).toBe(
      "shows\\u{200B}\\u{202E} all",
    );
  });

  it("gives every odd name one that every provider takes, and calls by the server's own (B5.1)", async () => {
    const { servers, call } = serversOf([fakeServer({ mode: "zoo" })]);
    const tools = await servers.tools(never);
    for (const { name } of tools) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,48}$/);
    expect(tools.find(({ tool }) => tool === "読む")?.name).toBe("__");
    expect(tools.find(({ tool }) => tool === "__proto__")?.name).toBe("_proto_");
    expect(await call("読む")).toMatchObject({ content: [{ text: "no tool 読む" }] });
  });

  it("is ended when it runs in circles, with what came until then", async () => {
    const { names, problems } = await listOf("circles");
    expect(names).toEqual(["t0", "t1", "t2"]);
    expect(problems[0]).toMatch(/circles/);
  });

  it("is ended after so many pages when it never ends", async () => {
    const { names, problems } = await listOf("endless");
    expect(names).toHaveLength(MAX_TOOL_PAGES);
    expect(problems[0]).toMatch(/more than 64 pages/);
  });

  it("keeps its first pages when a later one is refused", async () => {
    const { names, problems } = await listOf("page-refused");
    expect(names).toEqual(["first"]);
    expect(problems[0]).toMatch(/no such page/);
  });

  it("is cut where it is longer than anybody can use, and says by how much", async () => {
    const { names, problems } = await listOf("ten-thousand");
    expect(names).toHaveLength(MAX_TOOLS);
    expect(problems).toEqual([expect.stringContaining("9000 tools are left out")]);
  });

  it("shows in the panel what was left out of it", async () => {
    const { names, status } = serversOf([fakeServer({ mode: "zoo" })]);
    await names();
    expect(status()?.catalogue?.problems).toContain(
      "The tool at place 4 is left out: it has no name.",
    );
  });
});

describe("two servers that call themselves the same and have the same tools", () => {
  it("are told apart by the names that the person gave them, and both are called (B5.3, S44)", async () => {
    const at = (name: string) => fakeServer({ config: { name, env: { PLACE: name } } });
    const { servers } = serversOf([at("north"), at("south")]);
    const tools = await servers.tools(never);
    const env = tools.filter(({ tool }) => tool === "env");
    expect(env.map(({ name, server }) => [server, name])).toEqual([
      ["north", "env"],
      ["south", "south_env"],
    ]);
    const options = { signal: never, onProgress: () => {} };
    for (const { server, tool } of env) {
      const result = await servers.call(server, tool, {}, options);
      expect(JSON.stringify(result)).toContain(`\\"PLACE\\":\\"${server}\\"`);
    }
  });
});

describe("the tools of a server that crashes", () => {
  it("are the same afterwards, and work (B9.1)", async () => {
    const { names, call } = serversOf([fakeServer()]);
    const before = await names();
    await call("echo", { text: "a" });
    await expect(call("die")).rejects.toMatchObject({ code: "server-exited" });
    expect(await names()).toEqual(before);
    for (const text of ["b", "c", "d"]) {
      expect(await call("echo", { text })).toMatchObject({ content: [{ text }] });
    }
  });
});

describe("a list that changes while the server runs (M7)", () => {
  it("is read at most twice for a burst, and is there for the next request of the model (B9.4)", async () => {
    const log = path.join(tempFolder(), "log");
    const { names, call } = serversOf([fakeServer({ mode: "unlock,log-lists", log })]);
    expect(await names()).toEqual(["unlock"]);
    await call("unlock");
    const listsBefore = eventsIn(log).filter(({ event }) => event === "list").length;
    expect(await names()).toEqual(["a", "b"]);
    expect(await names()).toEqual(["a", "b"]);
    // Longer than any burst waits for its end: a third list would have come by now.
    await delay(300);
    const lists = eventsIn(log).filter(({ event }) => event === "list").length - listsBefore;
    expect(lists).toBeLessThanOrEqual(2);
  });

  it("makes a call of a tool that is gone fail with a sentence, and the server works on (B9.4)", async () => {
    const { names, call } = serversOf([fakeServer({ mode: "unlock" })]);
    await names();
    await call("unlock");
    await names();
    await expect(call("unlock")).rejects.toMatchObject({
      code: "tool-gone",
      message: expect.stringContaining("no longer available") as string,
    });
    await expect(call("a")).resolves.toBeDefined();
  });

  it("changes nothing for another conversation", async () => {
    const one = serversOf([fakeServer({ mode: "unlock" })]);
    const other = serversOf([fakeServer({ mode: "unlock" })], one);
    await one.names();
    await one.call("unlock");
    expect(await one.names()).toEqual(["a", "b"]);
    expect(await other.names()).toEqual(["unlock"]);
  });

  it("is forgotten with the process: a new one begins anew", async () => {
    const { names, call, servers } = serversOf([fakeServer({ mode: "unlock" })]);
    await names();
    await call("unlock");
    await names();
    await servers.stop("fake");
    expect(await names()).toEqual(["unlock"]);
  });
});
