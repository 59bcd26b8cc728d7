import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { ServerConnection } from "../../../src-main/mcp/connection/server-connection.ts";
import {
  eventsIn,
  fakeServer,
  type FakeServerOptions,
} from "../../fixtures/mcp-server/fake-server.ts";
import { launchContext } from "../../support/launch-context.ts";
import { isRunning } from "../../support/processes.ts";
import { textOf } from "../../support/server-under-test.ts";
import { tempFolder } from "../../support/temp-folder.ts";

function connect(options: FakeServerOptions & { readonly redactor?: Redactor } = {}) {
  const { redactor = new Redactor(), ...server } = options;
  const log = path.join(tempFolder(), "log");
  const context = launchContext({ redactor });
  const config = fakeServer({ log, ...server });
  const connection = new ServerConnection(config, "c", tempFolder(), context);
  onTestFinished(() => connection.stop());
  const signal = new AbortController().signal;
  const call = (tool: string, args = {}) =>
    connection.call(tool, args, { signal, onProgress: () => {} });
  const calls = (tool: string) =>
    eventsIn(log).filter(({ event, name }) => event === "call" && name === tool).length;
  return { connection, call, calls, log };
}

describe("a server that crashes", () => {
  it("is started once, keeps working, and the call in flight is not run again (B9.1)", async () => {
    const { call, calls, log } = connect();
    const pid = async () => textOf(await call("pid"));
    const first = await pid();
    await expect(call("die")).rejects.toMatchObject({ code: "server-exited" });
    const [second, third, fourth] = [await pid(), await pid(), await pid()];
    expect(new Set([second, third, fourth]).size).toBe(1);
    expect(second).not.toBe(first);
    expect(calls("die")).toBe(1);
    const started = eventsIn(log).filter(({ event }) => event === "start");
    expect(started.filter((start) => isRunning(start.pid ?? 0))).toHaveLength(1);
  });

  it("has failed to start when it ends without a word, also with the code 0 (B1.4)", async () => {
    const { call, connection } = connect({ config: { args: ["-e", "process.exit(0)"] } });
    await expect(call("echo")).rejects.toThrow(/ended|exited/);
    expect(connection.status().state).toBe("failed");
  });

  it("fails all calls in flight within a second, with its signal and its last lines (B9.2)", async () => {
    const { call, log } = connect({ config: { parallel: true, callTimeoutMs: 1_800_000 } });
    await call("noisy-stderr");
    const hanging = ["slow", "slow", "slow"].map((tool) => call(tool));
    const ends = Promise.allSettled(hanging);
    await vi.waitFor(() =>
      expect(eventsIn(log).filter(({ name }) => name === "slow")).toHaveLength(3),
    );
    const killedAt = performance.now();
    process.kill(eventsIn(log)[0]?.pid ?? 0, "SIGKILL");
    for (const end of await ends) {
      expect(end).toMatchObject({
        status: "rejected",
        reason: { message: expect.stringMatching(/exited \(SIGKILL\)[^]*all is well/) as string },
      });
    }
    expect(performance.now() - killedAt).toBeLessThan(1_000);
    await Promise.all(["a", "b", "c"].map((text) => call("echo", { text })));
    expect(eventsIn(log).filter(({ event }) => event === "start")).toHaveLength(2);
  });

  it("ends before it reads anything, again and again, and nothing else comes of it (B9.3)", async () => {
    const uncaught = vi.fn<(error: Error) => void>();
    process.on("uncaughtException", uncaught);
    onTestFinished(() => void process.off("uncaughtException", uncaught));
    const { connection, call } = connect({ config: { command: "false", args: [] } });
    for (let start = 0; start < 10; start += 1) {
      await expect(call("echo")).rejects.toBeInstanceOf(Error);
      await connection.stop();
    }
    expect(uncaught).not.toHaveBeenCalled();
  });

  it("dies after its first answer, and says on stderr what it must not: that is hidden (M23)", async () => {
    const redactor = new Redactor();
    redactor.add("ghp_of-the-person");
    const { connection, call } = connect({
      redactor,
      mode: "die-after-first-call",
      config: { env: { FAKE_MCP_DIE_MESSAGE: "token ghp_of-the-person refused" } },
    });
    expect(textOf(await call("echo", { text: "hi" }))).toBe("hi");
    await expect(call("slow")).rejects.toMatchObject({
      message: expect.stringContaining("dying: token [REDACTED] refused") as string,
    });
    expect(connection.status().exit).toMatchObject({ code: 3 });
  });
});

it("writes as much to stderr as it likes, without an end of the line too (B3.4)", async () => {
  const { call, connection } = connect();
  const startedAt = performance.now();
  expect(textOf(await call("noisy-stderr"))).toBe("ok");
  expect(textOf(await call("noisy-stderr"))).toBe("ok");
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(connection.status().stderrTail).toContain("all is well");
});

it("starts with what is logged of it: process, folder, arguments, environment", async () => {
  const { call, log } = connect({ mode: "env", config: { env: { FOO: "1" } } });
  await call("echo", { text: "hi" });
  const [start] = eventsIn(log);
  expect(start).toMatchObject({ event: "start", args: [], env: { FOO: "1" } });
  // What is set for it takes nothing else away (B11.2).
  expect(start?.env).toHaveProperty("PATH");
  expect(start?.env).toHaveProperty("HOME");
});
