import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished } from "vitest";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { readResult } from "../../../src-main/conversations/read-result.ts";
import { silentLogger } from "../../../src-main/base/logger.ts";
import { Catalogue } from "../../../src-main/mcp/catalogue/catalogue.ts";
import { ConversationServers } from "../../../src-main/mcp/connection/conversation-servers.ts";
import { FileStore } from "../../../src-main/store/files/file-store.ts";
import { fakeServer } from "../../fixtures/mcp-server/fake-server.ts";
import { hostileBehaviours } from "../../fixtures/mcp-server/hostile-frames.ts";
import { contentZoo } from "../../fixtures/mcp-server/zoo.mjs";
import { launchContext } from "../../support/launch-context.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** What hostile servers may cost in all, once what is not used any more is given back (R19). */
const MOST_MEMORY_BYTES = 200_000_000;

/** Small, so that a line over it is quickly written. */
const LINE_CAP_BYTES = 2_500_000;

/** Any answer, or a failure; but not the call's own time. */
const CALL_MS = 20_000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function used(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A hostile server, and beside it one that means well, in one conversation. */
function conversation(mode = "", config = {}) {
  const launch = { ...launchContext(), maxLineBytes: LINE_CAP_BYTES };
  const limits = { callTimeoutMs: CALL_MS, startupTimeoutMs: 2_000, ...config };
  const configs = [
    fakeServer({ mode, config: { name: "hostile", ...limits } }),
    fakeServer({ config: { name: "neighbour" } }),
  ];
  const workspace = tempFolder();
  const catalogue = new Catalogue(launch, Date.now);
  const servers = new ConversationServers("c", workspace, configs, catalogue, launch);
  onTestFinished(() => servers.close());
  const files = new FileStore(tempFolder(), silentLogger);
  const call = async (server: string, tool: string, args = {}) => {
    const options = { signal: new AbortController().signal, onProgress: () => {} };
    const raw = await servers.call(server, tool, args, options);
    return readResult(raw, { isBrowser: false, workspace, files, redactor: new Redactor() });
  };
  return { servers, call };
}

const hi = { model: [{ type: "text", text: "hi" }] };

describe("a hostile server (R19, S48)", () => {
  it("cannot keep its own next call, or another server's, from being answered by anything that it writes", async () => {
    expect(hostileBehaviours.length).toBeGreaterThanOrEqual(60);
    const { servers, call } = conversation();
    await call("hostile", "echo", { text: "hi" });
    await call("neighbour", "echo", { text: "hi" });
    const [{ pid } = { pid: null }] = servers.statuses();
    const before = used();
    for (const { name, frames } of hostileBehaviours) {
      const result = await call("hostile", "raw", { frames }).catch((error: unknown) => error);
      const next = await call("hostile", "echo", { text: "hi" });
      const beside = await call("neighbour", "echo", { text: "hi" });
      const answered = { isError: expect.any(Boolean) as boolean };
      expect({ name, result, next, beside }).toMatchObject({
        result: answered,
        next: hi,
        beside: hi,
      });
    }
    expect(used() - before).toBeLessThan(MOST_MEMORY_BYTES);
    expect(servers.statuses().find(({ name }) => name === "hostile")?.pid).toBe(pid);
    expect("polluted" in {}).toBe(false);
  }, 120_000);

  it("has its results taken, whatever stands in them", async () => {
    const { call } = conversation();
    for (const kind of Object.keys(contentZoo)) {
      const result = await call("hostile", "content", { kind });
      const next = await call("hostile", "echo", { text: "hi" });
      expect({ kind, blocks: result.model.length > 0, next }).toMatchObject({
        blocks: true,
        next: hi,
      });
    }
  });

  it.each([
    "crash-on-start",
    "hang-on-start",
    "refuse",
    "no-tools",
    "endless-list",
    "list-zoo",
    "schema-zoo",
    "noise,split-bytes,crlf,bom",
    "deaf-stdin",
    "mute,holds-stdout,double-fork",
  ])("does its worst at its start, and the neighbour's tools are there: %s", async (mode) => {
    const { servers, call } = conversation(mode, { callTimeoutMs: 500 });
    const tools = await servers.tools(new AbortController().signal);
    expect(tools.map(({ server }) => server)).toContain("neighbour");
    await call("hostile", "echo", { text: "hi" }).catch(() => {});
    expect(await call("neighbour", "echo", { text: "hi" })).toMatchObject(hi);
  });

  it.each(["die", "kill", "close-stdin", "close-stdout"])(
    "goes away in the middle of a call, and is there again for the next: %s",
    async (way) => {
      const { call } = conversation();
      await call("hostile", way).catch(() => {});
      expect(await call("neighbour", "echo", { text: "hi" })).toMatchObject(hi);
      await call("hostile", "echo").catch(() => {});
      expect(await call("hostile", "echo", { text: "hi" })).toMatchObject(hi);
    },
  );
});
