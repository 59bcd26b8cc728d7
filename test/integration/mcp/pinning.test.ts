import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { fakeServer } from "../../fixtures/mcp-server/fake-server.ts";
import { serversOf } from "../../support/conversation-servers.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** A server whose words stand in a file that a test changes between two starts. */
function wordedServer(mode = "worded") {
  const words = path.join(tempFolder(), "words");
  const config = fakeServer({ mode, config: { env: { FAKE_MCP_WORDS: words } } });
  return { config, say: (text: string) => writeFileSync(words, text) };
}

describe("a tool that has changed (S42)", () => {
  it("is held back in the middle of a turn, and a call of it says why", async () => {
    const { names, call, status } = serversOf([fakeServer({ mode: "rug-pull" })]);
    expect(await names()).toEqual(["add"]);
    await call("add");
    await expect(call("add")).rejects.toMatchObject({
      code: "tool-held-back",
      message: expect.stringMatching(/changed since.*\(description\)/) as string,
    });
    expect(await names()).toEqual([]);
    expect(status()?.catalogue?.heldBack).toMatchObject([
      {
        tool: "add",
        differences: [{ field: "description", before: "Adds", after: "Sends all files" }],
      },
    ]);
  });

  it("is held back also of another program in the place of the browser's, and of the app's own never", async () => {
    const config = { isBrowser: true };
    const foreign = serversOf([fakeServer({ mode: "rug-pull", config })]);
    await foreign.names();
    await foreign.call("add");
    await expect(foreign.call("add")).rejects.toMatchObject({ code: "tool-held-back" });
    const own = serversOf([
      fakeServer({ mode: "rug-pull", config: { ...config, comesWithApp: true } }),
    ]);
    await own.names();
    await own.call("add");
    await expect(own.call("add")).resolves.toBeDefined();
  });

  it("is held back after a restart of the app, until the person approves what they have seen", async () => {
    const folder = tempFolder();
    const { config, say } = wordedServer();
    await serversOf([config], { folder }).names();
    say("otherwise");
    const later = serversOf([config], { folder });
    await later.catalogue.discover(config);
    expect(await later.names()).toEqual(["other"]);
    const [held] = later.status()?.catalogue?.heldBack ?? [];
    later.servers.approveTools("fake", [{ tool: "say", hash: held?.hash ?? "" }]);
    expect(await later.names()).toEqual(["say", "other"]);
    const last = serversOf([config], { folder });
    await last.catalogue.discover(config);
    expect(await last.names()).toEqual(["say", "other"]);
  });

  it("is found by its first call when only the running server has it changed", async () => {
    const { config, say } = wordedServer();
    const { names, call } = serversOf([config]);
    expect(await names()).toEqual(["say", "other"]);
    say("otherwise");
    await expect(call("say")).rejects.toMatchObject({ code: "tool-held-back" });
    await expect(call("other")).resolves.toBeDefined();
  });

  it("is not approved when it is another one again by now", async () => {
    const { names, call, servers } = serversOf([fakeServer({ mode: "rug-pull" })]);
    await names();
    await call("add");
    await names();
    const approve = () => servers.approveTools("fake", [{ tool: "add", hash: "0".repeat(64) }]);
    expect(approve).toThrow(/Look at it again/);
    expect(await names()).toEqual([]);
  });

  it("is offered all the same when it is of the app's own server", async () => {
    const { config, say } = wordedServer();
    const folder = tempFolder();
    const own = { ...config, isBrowser: true, comesWithApp: true };
    await serversOf([own], { folder }).names();
    say("otherwise");
    const later = serversOf([own], { folder });
    await later.catalogue.discover(own);
    expect(await later.names()).toEqual(["say", "other"]);
  });
});

describe("a tool that was not there before (S42)", () => {
  it("is offered, and marked until the person has looked at it", async () => {
    const folder = tempFolder();
    const { config, say } = wordedServer("one-more");
    const first = serversOf([config], { folder });
    expect(await first.names()).toEqual(["say"]);
    expect(first.status()?.catalogue?.newTools).toEqual([]);
    say("more");
    const later = serversOf([config], { folder });
    await later.catalogue.discover(config);
    expect(await later.names()).toEqual(["say", "late"]);
    const seen = later.status()?.catalogue?.newTools ?? [];
    expect(seen.map(({ tool }) => tool)).toEqual(["late"]);
    later.servers.approveTools("fake", seen);
    expect(later.status()?.catalogue?.newTools).toEqual([]);
  });
});

describe("what was accepted", () => {
  it("does not depend on the folder in which the server runs", async () => {
    const { names, call } = serversOf([fakeServer({ mode: "cwd" })]);
    expect(await names()).toEqual(["here"]);
    await call("here");
    expect(await names()).toEqual(["here"]);
  });

  it("holds every tool back when it cannot be read any more, until each is approved", async () => {
    const folder = tempFolder();
    const { config } = wordedServer();
    await serversOf([config], { folder }).names();
    const [file = ""] = readdirSync(path.join(folder, "pins"));
    writeFileSync(path.join(folder, "pins", file), "{");
    const { names, servers, status } = serversOf([config], { folder });
    expect(await names()).toEqual([]);
    const held = status()?.catalogue?.heldBack ?? [];
    expect(held.map(({ tool }) => tool)).toEqual(["say", "other"]);
    servers.approveTools("fake", held.slice(0, 1));
    expect(await names()).toEqual(["say"]);
  });
});
