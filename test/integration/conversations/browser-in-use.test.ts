import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { silentLogger } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { Logins } from "../../../src-main/browser/logins.ts";
import { BROWSER_SERVER } from "../../../src-main/browser/preset.ts";
import { profileFolder } from "../../../src-main/browser/profile.ts";
import type { ProcessLookup } from "../../../src-main/browser/profile-lock.ts";
import { BrowserProfiles } from "../../../src-main/conversations/browser-profiles.ts";
import { workspaceFolder } from "../../../src-main/conversations/folders.ts";
import { ServerTools } from "../../../src-main/conversations/server-tools.ts";
import { FileStore } from "../../../src-main/store/files/file-store.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { fakeServer } from "../../fixtures/mcp-server/fake-server.ts";
import { calls, FakeModel, text } from "../../fixtures/turn-ports.ts";
import { conversationsWith } from "../../support/conversations.ts";
import { never, serversOf } from "../../support/conversation-servers.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const nothingRuns: ProcessLookup = { withArgument: () => [], commandLineOf: () => "gone" };

/** A conversation whose browser server and another one run, both of them fakes. */
async function running() {
  const { conversations, data, create } = conversationsWith({
    model: new FakeModel(calls(["b_echo", { text: "a" }], ["o_echo", { text: "b" }]), text(".")),
    servers: [
      fakeServer({ config: { name: BROWSER_SERVER, toolPrefix: "b_" } }),
      fakeServer({ config: { name: "other", toolPrefix: "o_" } }),
    ],
  });
  const id = create();
  const live = conversations.live(id);
  await (
    await live.send("go")
  ).ended;
  const profile = profileFolder(workspaceFolder(data, id));
  mkdirSync(profile, { recursive: true });
  const logins = new Logins({
    folder: path.join(data, "logins"),
    clock: () => 0,
    processes: nothingRuns,
  });
  const profiles = new BrowserProfiles({ data, conversations, logins, processes: nothingRuns });
  const states = () => live.snapshot().servers.map(({ state }) => state);
  return { id, live, profiles, profile, states };
}

describe("a browser's window that is switched on or off", () => {
  it("restarts no server but the browser's", async () => {
    const { live, states } = await running();
    expect(states()).toEqual(["running", "running"]);
    await live.setHeadless(false);
    expect(states()).toEqual(["exited", "running"]);
  });
});

describe("a login that is saved", () => {
  it("lets the browser end by itself, however often it is asked for", async () => {
    const { id, live, profiles } = await running();
    await Promise.allSettled([profiles.saveLogin(id, "one"), profiles.saveLogin(id, "two")]);
    expect(live.snapshot().servers[0]).toMatchObject({
      state: "exited",
      exit: { code: 0, signal: null },
    });
  });
});

describe("a browser that is with the person", () => {
  it("is neither stopped nor are its logins touched, until it is handed back", async () => {
    const { id, live, profiles, profile, states } = await running();
    await live.handOver.takeOver();
    const { pid } = live.snapshot().servers[0] ?? {};
    const refused = { code: "browser-handed-over", message: /Hand the browser back first/ };
    await expect(profiles.saveLogin(id, "mine")).rejects.toMatchObject(refused);
    await expect(profiles.wipe(id)).rejects.toMatchObject(refused);
    await expect(live.stopServer(BROWSER_SERVER)).rejects.toMatchObject(refused);
    await expect(live.retryServer(BROWSER_SERVER)).rejects.toMatchObject(refused);
    await expect(live.command(`/mcp restart ${BROWSER_SERVER}`)).rejects.toMatchObject(refused);
    expect(live.snapshot().servers[0]).toMatchObject({ state: "running", pid });
    expect(existsSync(profile)).toBe(true);
    await live.stopServer("other");
    expect(states()).toEqual(["running", "exited"]);
    await live.handOver.handBack();
    await live.command(`/mcp restart ${BROWSER_SERVER}`);
    expect(states()).toEqual(["exited", "exited"]);
  });
});

describe("a file that a waiting call is to write over", () => {
  it("has its name until the call goes out, and again when it has ended", async () => {
    const { servers, workspace } = serversOf([fakeServer({ config: { isBrowser: true } })]);
    const tools = new ServerTools({
      servers: () => servers,
      files: new FileStore(tempFolder(), silentLogger),
      redactor: new Redactor(),
      logger: silentLogger,
      workspace,
    });
    const file = path.join(workspace, "page.pdf");
    writeFileSync(file, "earlier");
    const [release, held] = promiseWithRelease();
    const reserved = servers.reserve("fake", never, () => held);
    const call = tools.call(savingTo("page.pdf"), { signal: never, onProgress: () => {} });
    // All that comes before the queue has been done by then.
    await vi.waitFor(() => servers.tools(never));
    expect(existsSync(file)).toBe(true);
    release();
    await Promise.all([reserved, call]);
    expect(existsSync(file)).toBe(true);
  });
});

function promiseWithRelease(): readonly [() => void, Promise<void>] {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  return [() => release(), held];
}

function savingTo(filename: string): ToolCall {
  return {
    id: "1",
    wireId: "1",
    conversationId: "c1",
    turnId: "t",
    messageId: "m",
    server: "fake",
    tool: "browser_pdf_save",
    name: "browser_pdf_save",
    arguments: { filename },
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
