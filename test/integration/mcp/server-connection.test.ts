import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Redactor } from "../../../src-main/base/redactor.ts";
import { ServerConnection } from "../../../src-main/mcp/connection/server-connection.ts";
import {
  eventsIn,
  fakeServer,
  type FakeServerOptions,
} from "../../fixtures/mcp-server/fake-server.ts";
import { launchContext } from "../../support/launch-context.ts";
import { isRunning } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

function connect(
  options: FakeServerOptions & { redactor?: Redactor; hostEnv?: NodeJS.ProcessEnv } = {},
) {
  const { redactor, hostEnv, ...server } = options;
  const workspace = tempFolder();
  const log = path.join(tempFolder(), "log");
  const context = launchContext({
    ...(redactor ? { redactor } : {}),
    ...(hostEnv ? { hostEnv } : {}),
  });
  const connection = new ServerConnection(fakeServer({ log, ...server }), "c1", workspace, context);
  onTestFinished(() => connection.stop());
  const progress: string[] = [];
  const call = (tool: string, args = {}, signal = new AbortController().signal) =>
    connection.call(tool, args, { signal, onProgress: (text) => progress.push(text) });
  return { connection, call, log, workspace, progress };
}

describe("a server connection", () => {
  it("starts nothing before the first call, and then in the conversation's workspace", async () => {
    const { connection, call, log, workspace } = connect();
    expect(connection.status()).toMatchObject({ state: "not-started", pid: null });
    expect(eventsIn(log)).toEqual([]);
    await call("echo", { text: "hi" });
    expect(connection.status().state).toBe("running");
    expect(eventsIn(log)[0]).toMatchObject({ event: "start", cwd: workspace });
  });

  it("starts one process for calls that come at the same time, and answers each", async () => {
    const { call, log } = connect();
    const results = await Promise.all(["a", "b", "c"].map((text) => call("echo", { text })));
    expect(results.map((result) => result["content"])).toEqual(
      ["a", "b", "c"].map((text) => [{ type: "text", text }]),
    );
    expect(eventsIn(log).filter(({ event }) => event === "start")).toHaveLength(1);
  });

  it("hands on a result with all that nobody knows, as the server sent it (M14)", async () => {
    const { call } = connect();
    expect(await call("odd")).toEqual({
      content: [
        { type: "hologram", depth: 3 },
        { type: "text", text: "known", _meta: { kept: true } },
      ],
      extra: { kept: true },
    });
  });

  it("makes an ordinary error result of a JSON-RPC error, word for word (M11)", async () => {
    const { connection, call } = connect();
    expect(await call("error")).toMatchObject({
      isError: true,
      content: [{ type: "text", text: "no such thing" }],
      error: { code: -32050, message: "no such thing", data: { why: 1 } },
    });
    expect(connection.status().state).toBe("running");
  });

  it("tells progress also when it comes in one chunk with the result (M15)", async () => {
    const { call, progress } = connect();
    await call("progress");
    expect(progress).toEqual(["1 of 3", "2 of 3", "3 of 3"]);
  });

  it("fails the call within a second when the server ends, and starts a new one for the next (M11)", async () => {
    const { connection, call } = connect({ config: { env: { FAKE_MCP_DIE_MESSAGE: "no disk" } } });
    await call("echo", { text: "hi" });
    const before = performance.now();
    await expect(call("die")).rejects.toMatchObject({
      code: "server-exited",
      message:
        "fake MCP server exited (3): dying: no disk. It restarts on the next call; its state was lost.",
    });
    expect(performance.now() - before).toBeLessThan(1_000);
    expect(connection.status()).toMatchObject({ state: "exited", exit: { code: 3, asked: false } });
    expect(await call("echo", { text: "again" })).toMatchObject({ content: [{ text: "again" }] });
  });

  it("knows of the end also while a grandchild holds the server's stdout", async () => {
    const { call } = connect({ mode: "holds-stdout" });
    await call("echo", { text: "hi" });
    await expect(call("die")).rejects.toMatchObject({ code: "server-exited" });
  });

  it("cancels the call on the wire when it is aborted, and stays usable (M10)", async () => {
    const { call, log } = connect();
    await call("echo", { text: "hi" });
    const abort = new AbortController();
    const slow = call("slow", {}, abort.signal);
    await vi.waitFor(() => expect(eventsIn(log)).toContainEqual({ event: "call", name: "slow" }));
    abort.abort();
    await expect(slow).rejects.toMatchObject({ name: "AbortError" });
    await vi.waitFor(() => expect(eventsIn(log).at(-1)?.event).toBe("cancelled"));
    expect(await call("echo", { text: "still here" })).toMatchObject({
      content: [{ text: "still here" }],
    });
  });

  it("does not cancel a call that was answered when the turn is stopped later", async () => {
    const { call, log } = connect();
    const abort = new AbortController();
    await call("echo", { text: "hi" }, abort.signal);
    abort.abort();
    await call("echo", { text: "after" });
    expect(eventsIn(log).map(({ event }) => event)).not.toContain("cancelled");
  });

  it("gives a call that gets no answer up after its time, and says how long that was (M10)", async () => {
    const { call, log } = connect({ config: { callTimeoutMs: 1_000 } });
    await expect(call("slow")).rejects.toMatchObject({
      code: "call-timed-out",
      message: "slow timed out after 1s",
    });
    await vi.waitFor(() => expect(eventsIn(log).at(-1)?.event).toBe("cancelled"));
  });

  it("runs calls one after the other unless the server takes them together", async () => {
    const { call, log } = connect({ config: { callTimeoutMs: 600 } });
    const slow = call("slow");
    const echo = call("echo", { text: "second" });
    await expect(slow).rejects.toMatchObject({ code: "call-timed-out" });
    await echo;
    expect(eventsIn(log).map(({ event, name }) => name ?? event)).toEqual([
      "start",
      "slow",
      "cancelled",
      "echo",
    ]);
  });

  it("says why a server died at its start, with what it wrote to stderr", async () => {
    const { connection, call } = connect({ mode: "crash-on-start" });
    await expect(call("echo")).rejects.toMatchObject({
      code: "server-failed",
      message: expect.stringMatching(/code 1[^]*Traceback: it is broken/) as string,
    });
    expect(connection.status().state).toBe("failed");
  });

  it("gives up on a server that never shakes hands, and leaves no process of it", async () => {
    const { connection, call, log } = connect({
      mode: "hang-on-start",
      config: { startupTimeoutMs: 500 },
    });
    await expect(call("echo")).rejects.toMatchObject({ code: "server-start-timeout" });
    const pid = eventsIn(log)[0]?.pid ?? 0;
    expect(isRunning(pid)).toBe(false);
    expect(connection.status().pid).toBeNull();
  });

  it("drops lines that are no JSON-RPC and goes on (S48)", async () => {
    const { call } = connect({ mode: "noisy" });
    expect(await call("echo", { text: "hi" })).toMatchObject({ content: [{ text: "hi" }] });
  });

  it("stops an idle server and starts it again for the next call (M9)", async () => {
    const { connection, call } = connect({ config: { idleTimeoutMs: 100 } });
    await call("echo", { text: "hi" });
    await vi.waitFor(() => expect(connection.status().state).toBe("exited"), 3_000);
    expect(connection.status().exit?.asked).toBe(true);
    await call("echo", { text: "hi" });
    expect(connection.status().state).toBe("running");
  });

  it("gives the server only what it is meant to have of the environment (S37)", async () => {
    const hostEnv = {
      ...process.env,
      OPENAI_API_KEY: "sk-host",
      GITHUB_TOKEN: "ghp-host",
      NODE_OPTIONS: "",
    };
    const { call } = connect({ hostEnv, config: { env: { GIVEN: "${env:GITHUB_TOKEN}" } } });
    const result = (await call("env")) as { content: { text: string }[] };
    const seen = JSON.parse(result.content[0]?.text ?? "{}") as Record<string, string>;
    expect(seen["GIVEN"]).toBe("ghp-host");
    expect(Object.keys(seen)).not.toContain("OPENAI_API_KEY");
    expect(Object.keys(seen)).not.toContain("GITHUB_TOKEN");
    expect(Object.keys(seen)).not.toContain("NODE_OPTIONS");
    expect(seen["TMPDIR"]?.length).toBeLessThanOrEqual(60);
  });
});
