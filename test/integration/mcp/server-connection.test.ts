import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AppError } from "../../../src-main/base/errors.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { MAX_LINE_BYTES } from "../../../src-main/mcp/connection/process-transport.ts";
import { ServerConnection } from "../../../src-main/mcp/connection/server-connection.ts";
import {
  eventsIn,
  fakeServer,
  type FakeServerOptions,
} from "../../fixtures/mcp-server/fake-server.ts";
import { launchContext } from "../../support/launch-context.ts";
import { isRunning, processesWith } from "../../support/processes.ts";
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

/** What is left of the short folders that servers get. */
const temporaryFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("ph-"));

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

  it("tells of many calls now and then, and of the last count always (M35)", async () => {
    const { connection, call } = connect();
    await call("echo", { text: "first" });
    const told: number[] = [];
    connection.changed.on(() => told.push(connection.status().calls));
    for (let calls = 0; calls < 200; calls += 1) await call("echo", { text: "hi" });
    await vi.waitFor(() => expect(told.at(-1)).toBe(201));
    expect(told.length).toBeLessThan(20);
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

  it("says what the server wrote while it did not shake hands (M6)", async () => {
    const { call } = connect({ mode: "hang-on-start", config: { startupTimeoutMs: 500 } });
    await expect(call("echo")).rejects.toMatchObject({
      message: expect.stringContaining("waiting for a licence") as string,
    });
  });

  it("says why a server refused to shake hands, and ends it", async () => {
    const { connection, call, log } = connect({ mode: "refuse" });
    await expect(call("echo")).rejects.toMatchObject({
      code: "server-failed",
      message: expect.stringMatching(/could not be used: no licence for you/) as string,
    });
    expect(connection.status().state).toBe("failed");
    expect(isRunning(eventsIn(log)[0]?.pid ?? 0)).toBe(false);
  });

  it("knows the end of a server that broke down at its start as its own", async () => {
    const { connection, call } = connect({ mode: "crash-on-start" });
    await expect(call("echo")).rejects.toMatchObject({ code: "server-failed" });
    expect(connection.status().exit).toEqual({ code: 1, signal: null, asked: false });
  });

  it("never starts a disabled server", async () => {
    const { call, log } = connect({ config: { enabled: false } });
    await expect(call("echo")).rejects.toMatchObject({ code: "server-disabled" });
    expect(eventsIn(log)).toEqual([]);
  });

  it.each(["close-stdin", "close-stdout"])(
    "gives up a server that lives on but cannot be talked to any more (%s)",
    async (way) => {
      const { connection, call, log } = connect({ mode: "deaf" });
      await call(way);
      await expect(call("echo", { text: "hello?" })).rejects.toMatchObject({
        code: "server-exited",
      });
      expect(isRunning(eventsIn(log)[0]?.pid ?? 0)).toBe(false);
      await vi.waitFor(() =>
        expect(connection.status()).toMatchObject({ state: "exited", pid: null }),
      );
      expect(await call("echo", { text: "hi" })).toMatchObject({ content: [{ text: "hi" }] });
    },
  );

  it("takes no harm from an answer that nobody waits for, however deep it is nested", async () => {
    const { call } = connect();
    expect(await call("stray", { depth: 200_000 })).toMatchObject({
      content: [{ text: "still here" }],
    });
  });

  it("fails a call that cannot be written down, and the session lives", async () => {
    const { call } = connect();
    await call("echo", { text: "hi" });
    const circle: Record<string, unknown> = {};
    circle["itself"] = circle;
    await expect(call("echo", circle)).rejects.toThrow(TypeError);
    expect(await call("echo", { text: "hi" })).toMatchObject({ content: [{ text: "hi" }] });
  });

  it.each(["oversized", "id-last"])(
    "fails only the call whose answer is too long, and the session lives (M13, %s)",
    async (tool) => {
      const { call, log } = connect();
      await call("echo", { text: "hi" });
      expect(await call(tool, { bytes: MAX_LINE_BYTES })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("more than this app takes") as string }],
      });
      expect(await call("echo", { text: "hi" })).toMatchObject({ content: [{ text: "hi" }] });
      expect(eventsIn(log).filter(({ event }) => event === "start")).toHaveLength(1);
    },
  );

  it("takes a server's temp folder away when the last process that writes into it has ended", async () => {
    const { connection, call } = connect();
    const litter = (await call("litter")) as { content: { text: string }[] };
    await expect(call("die")).rejects.toMatchObject({ code: "server-exited" });
    await connection.stop();
    await vi.waitFor(() => expect(isRunning(Number(litter.content[0]?.text))).toBe(false), 10_000);
    await vi.waitFor(() => expect(temporaryFolders()).toEqual([]));
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

  it("hides from now on what it gave the server under a secret's name (M23)", async () => {
    const redactor = new Redactor();
    const hostEnv = { ...process.env, HOST_VALUE: "given-from-the-host" };
    const env = {
      GITHUB_TOKEN: "${env:HOST_VALUE}",
      "db.password": "pass-on-the-database",
      KEYBOARD: "plain-qwerty",
      FAKE_MCP_DIE_MESSAGE: "given-from-the-host, plain-qwerty",
    };
    const { call } = connect({ redactor, hostEnv, config: { env } });
    await expect(call("die")).rejects.toMatchObject({
      message: expect.stringContaining("dying: [REDACTED], plain-qwerty") as string,
    });
    expect(redactor.text("pass-on-the-database")).toBe("[REDACTED]");
  });

  it("tells no secret in the words of a server that refuses to shake hands (M23)", async () => {
    const script = `process.stdin.once("data", () => {
      const error = { code: -32600, message: "bad token " + process.env.API_TOKEN };
      process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id: 0, error }) + "\\n");
    })`;
    const env = { API_TOKEN: "the-very-secret" };
    const { call, connection } = connect({ config: { args: ["-e", script], env } });
    await expect(call("echo")).rejects.toMatchObject({
      message: expect.stringContaining("bad token [REDACTED]") as string,
    });
    expect(JSON.stringify(connection.status())).not.toContain("the-very-secret");
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

describe("stopping and starting a server at the same time", () => {
  it("has stopped it when the stop is done, though it was about to start", async () => {
    const { connection, call, log } = connect({ mode: "hang-on-start" });
    const calling = call("echo").catch((error: unknown) => error);
    await vi.waitFor(() => expect(eventsIn(log)).toHaveLength(1));
    await connection.stop();
    expect(await calling).toMatchObject({ code: "server-stopped" });
    expect(isRunning(eventsIn(log)[0]?.pid ?? 0)).toBe(false);
    expect(connection.status()).toMatchObject({ state: "exited", pid: null, failure: null });
  });

  it("never shows a server as running that was told to stop while it shook hands", async () => {
    const { connection, call } = connect();
    const seen: string[] = [];
    connection.changed.on(() => {
      const { state, pid } = connection.status();
      if (seen.at(-1) !== state) seen.push(state);
      if (state === "starting" && pid !== null) void connection.stop();
    });
    await expect(call("echo")).rejects.toMatchObject({ code: "server-stopped" });
    await vi.waitFor(() => expect(connection.status().state).toBe("exited"));
    expect(seen).toEqual(["starting", "stopping", "exited"]);
  });

  it("starts it afresh for a call that comes while a start is being stopped", async () => {
    const { connection, call } = connect();
    const first = call("echo", { text: "one" }).catch((error: unknown) => error);
    await vi.waitFor(() => expect(connection.status().pid).not.toBeNull());
    void connection.stop();
    expect(await call("echo", { text: "two" })).toMatchObject({ content: [{ text: "two" }] });
    await first;
    expect(connection.status().state).toBe("running");
  });

  it("starts nothing for a call that was given up while it waited for the stop", async () => {
    const { connection, call, log } = connect({ mode: "deaf" });
    await call("echo", { text: "hi" });
    const stopping = connection.stop();
    const abort = new AbortController();
    const calling = call("echo", { text: "late" }, abort.signal);
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    await expect(calling).rejects.toMatchObject({ name: "AbortError" });
    expect(connection.status().state).toBe("stopping");
    await connection.stop();
    await stopping;
    expect(eventsIn(log).filter(({ event }) => event === "start")).toHaveLength(1);
  });

  // A start takes several turns of the event loop: the close comes at a different one each time.
  it.each([0, 1, 2, 3, 5, 8, 13])(
    "runs nothing after it was closed, %i steps after a call began",
    async (steps) => {
      const { connection, call, workspace } = connect({ mode: "hang-on-start" });
      const calling = call("echo").catch((error: unknown) => error);
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      await connection.close();
      expect(await calling).toBeInstanceOf(AppError);
      expect(connection.status().pid).toBeNull();
      expect(processesWith(workspace)).toEqual([]);
      await expect(call("echo")).rejects.toMatchObject({ code: "server-closed" });
    },
  );

  it("forgets that it could not start when it is stopped, so that the next call tries again (M35)", async () => {
    const { connection, call } = connect({ mode: "crash-on-start" });
    await expect(call("echo")).rejects.toMatchObject({ code: "server-failed" });
    await connection.stop();
    expect(connection.status().state).toBe("not-started");
  });

  it("lets a server end in peace, though it would be idle meanwhile", async () => {
    const { connection, call, log } = connect({
      mode: "slow-end",
      config: { idleTimeoutMs: 50, graces: { afterStdinEnd: 10_000, afterTerm: 0 } },
    });
    const abort = new AbortController();
    const slow = call("slow", {}, abort.signal);
    await vi.waitFor(() => expect(eventsIn(log)).toContainEqual({ event: "call", name: "slow" }));
    const stopping = connection.stop();
    abort.abort();
    await expect(slow).rejects.toMatchObject({ name: "AbortError" });
    await stopping;
    expect(connection.status().exit).toEqual({ code: 0, signal: null, asked: true });
  });

  it("gives a call up at once that waits behind another one", async () => {
    const { call, log } = connect({ mode: "mute", config: { callTimeoutMs: 300 } });
    const hung = call("slow");
    const abort = new AbortController();
    const behind = call("echo", {}, abort.signal);
    abort.abort();
    const settled: string[] = [];
    await Promise.all([
      expect(behind).rejects.toMatchObject({ name: "AbortError" }),
      behind.catch(() => settled.push("behind")),
      hung.catch(() => settled.push("hung")),
    ]);
    expect(settled).toEqual(["behind", "hung"]);
    expect(eventsIn(log).map(({ name }) => name)).not.toContain("echo");
  });

  it("ends a server that answers neither call nor ping, without the call waiting for that end (M12)", async () => {
    const { connection, call } = connect({ mode: "mute,deaf", config: { callTimeoutMs: 300 } });
    await expect(call("slow")).rejects.toMatchObject({ code: "call-timed-out" });
    expect(connection.status().state).toBe("running");
    await vi.waitFor(() => expect(connection.status().state).toBe("exited"), 8_000);
  });
});
