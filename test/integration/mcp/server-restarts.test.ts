import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { RestartPolicy } from "../../../src-main/mcp/connection/restart-policy.ts";
import { ServerConnection } from "../../../src-main/mcp/connection/server-connection.ts";
import { ServerLifecycle } from "../../../src-main/mcp/connection/server-lifecycle.ts";
import {
  eventsIn,
  fakeServer,
  type FakeServerOptions,
} from "../../fixtures/mcp-server/fake-server.ts";
import { launchContext } from "../../support/launch-context.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** Looking at such a clock takes six seconds: nobody waits long, and five failures come within two minutes. */
function hastyPolicy(): RestartPolicy {
  let now = 0;
  return new RestartPolicy(() => (now += 6_000));
}

type Setting = FakeServerOptions & {
  places?: number;
  restarts?: RestartPolicy;
  maxOutputBytes?: number;
};

function connect({ places, restarts, maxOutputBytes, ...server }: Setting = {}) {
  const limits = maxOutputBytes === undefined ? {} : { maxOutputBytes };
  const context = { ...launchContext(places === undefined ? {} : { places }), ...limits };
  const another = (name: string) => {
    const log = path.join(tempFolder(), "log");
    const entry = { ...fakeServer({ log, ...server }), name };
    const connection = new ServerConnection(entry, "c1", tempFolder(), context, {
      ...(restarts ? { restarts } : {}),
    });
    onTestFinished(() => connection.close());
    const progress: string[] = [];
    const call = (tool: string, args = {}, signal = new AbortController().signal) =>
      connection.call(tool, args, { signal, onProgress: (text) => progress.push(text) });
    const starts = () => eventsIn(log).filter(({ event }) => event === "start").length;
    return { connection, call, log, starts, progress };
  };
  return { ...another("fake"), another };
}

const signal = new AbortController().signal;

describe("a server that keeps failing (M11)", () => {
  it("is started again after a second, and the call that waits says so", async () => {
    const { call, progress } = connect();
    await expect(call("die")).rejects.toMatchObject({ code: "server-exited" });
    const before = performance.now();
    await call("echo", { text: "hi" });
    expect(performance.now() - before).toBeGreaterThan(700);
    expect(progress).toEqual(['Waiting 1 s before "fake" is started again']);
  });

  it("is started at once when a person restarts it", async () => {
    const { connection, call, progress } = connect();
    await expect(call("die")).rejects.toMatchObject({ code: "server-exited" });
    const waiting = call("echo", { text: "hi" });
    await vi.waitFor(() => expect(progress).toHaveLength(1));
    const before = performance.now();
    await connection.stop();
    await waiting;
    expect(performance.now() - before).toBeLessThan(700);
  });

  it("lets a call go that is given up while it waits, and starts nothing for it", async () => {
    const { call, progress, starts } = connect();
    await expect(call("die")).rejects.toMatchObject({ code: "server-exited" });
    const abort = new AbortController();
    const waiting = call("echo", {}, abort.signal);
    await vi.waitFor(() => expect(progress).toHaveLength(1));
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    expect(starts()).toBe(1);
  });

  it("is not started again after five failures, says why, and is when a person retries", async () => {
    const { connection, call, starts } = connect({ restarts: hastyPolicy() });
    for (let time = 0; time < 5; time += 1) {
      await expect(call("die")).rejects.toMatchObject({ code: "server-exited" });
    }
    expect(connection.status()).toMatchObject({
      state: "unavailable",
      failure: { code: "server-latched" },
    });
    await expect(call("echo")).rejects.toMatchObject({
      code: "server-latched",
      message: expect.stringContaining("Choose Retry") as string,
    });
    expect(starts()).toBe(5);
    await connection.stop();
    expect(connection.status().state).toBe("not-started");
    expect(await call("echo", { text: "hi" })).toMatchObject({ content: [{ text: "hi" }] });
  });

  it("counts starts that came to nothing", async () => {
    const { connection, call } = connect({ mode: "crash-on-start", restarts: hastyPolicy() });
    for (let time = 0; time < 5; time += 1) {
      await expect(call("echo")).rejects.toMatchObject({ code: "server-failed" });
    }
    await expect(call("echo")).rejects.toMatchObject({ code: "server-latched" });
    expect(connection.status().state).toBe("unavailable");
  });

  it("does not count an entry that cannot be started at all: it is told again each time", async () => {
    const { call, connection } = connect({ config: { command: "no-such-command-anywhere" } });
    for (let time = 0; time < 6; time += 1) {
      await expect(call("echo")).rejects.toMatchObject({ code: "command-not-found" });
    }
    expect(connection.status().state).toBe("failed");
  });

  it("does not count the ends that the app asked for", async () => {
    const { call, connection } = connect({ restarts: hastyPolicy() });
    for (let time = 0; time < 6; time += 1) {
      await call("echo", { text: "hi" });
      await connection.stopOnce();
    }
    await call("echo", { text: "hi" });
    expect(connection.status().state).toBe("running");
  });
});

describe("a server that hangs (M12)", () => {
  it("gives the call up in its time, and lets the next one wait until it is known to hang", async () => {
    const { connection, call, starts } = connect({
      mode: "mute",
      config: { callTimeoutMs: 400 },
    });
    const before = performance.now();
    await expect(call("slow")).rejects.toMatchObject({ code: "call-timed-out" });
    expect(performance.now() - before).toBeLessThan(1_500);
    await call("echo", { text: "hi" });
    expect(starts()).toBe(2);
    expect(connection.status().exit).toMatchObject({ asked: true });
  });
});

describe("a server that writes without end", () => {
  it("is ended with a sentence, and so is the call that waits for it", async () => {
    const script = `
      const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
      require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
        const { id, method, params } = JSON.parse(line);
        const serverInfo = { name: "flood", version: "1" };
        const { protocolVersion } = params ?? {};
        if (method === "initialize") say({ id, result: { protocolVersion, capabilities: {}, serverInfo } });
        if (method !== "tools/call") return;
        const flood = () => process.stdout.write("x".repeat(100_000) + "\\n", flood);
        flood();
      });`;
    const config = { command: process.execPath, args: ["-e", script] };
    const { call, connection } = connect({ config, maxOutputBytes: 5_000_000 });
    await expect(call("echo")).rejects.toMatchObject({
      code: "server-exited",
      message: expect.stringContaining("wrote to its output without end") as string,
    });
    await vi.waitFor(() => expect(connection.status().pid).toBeNull());
  });
});

describe("the number of servers in all", () => {
  it("makes room by stopping the one that has been idle longest", async () => {
    const { call, connection, another } = connect({ places: 2 });
    const [second, third] = [another("second"), another("third")];
    await call("echo", { text: "1" });
    await second.call("echo", { text: "2" });
    await third.call("echo", { text: "3" });
    expect(connection.status()).toMatchObject({ state: "exited", exit: { asked: true } });
    expect(second.connection.status().state).toBe("running");
  });

  it("never stops one for it that is not to be stopped for being idle, as one with a window (M9)", async () => {
    const { call, connection, another } = connect({ places: 1, config: { idleTimeoutMs: 0 } });
    await call("echo", { text: "1" });
    await expect(another("second").call("echo")).rejects.toMatchObject({
      code: "too-many-servers",
    });
    expect(connection.status().state).toBe("running");
  });

  it("says so when all are at work, and takes the call once one has finished", async () => {
    const { call, log, another } = connect({ places: 1 });
    const second = another("second");
    await call("echo", { text: "1" });
    const abort = new AbortController();
    const slow = call("slow", {}, abort.signal).catch(() => {});
    await vi.waitFor(() => expect(eventsIn(log)).toContainEqual({ event: "call", name: "slow" }));
    await expect(second.call("echo")).rejects.toMatchObject({ code: "too-many-servers" });
    abort.abort();
    await slow;
    await vi.waitFor(() => second.call("echo", { text: "hi" }));
    expect(second.connection.status().state).toBe("running");
  });
});

describe("a server that the quit asks to go during its farewell", () => {
  it("is not killed for the stop that follows the farewell", async () => {
    const lifecycle: ServerLifecycle = new ServerLifecycle({
      config: () => fakeServer({ mode: "slow-end" }),
      ...{ workspace: tempFolder(), context: launchContext(), idleSince: () => null },
      farewell: async () => {
        void lifecycle.process?.stop({ afterStdinEnd: 10_000, afterTerm: 0 });
        await Promise.resolve();
      },
    });
    await lifecycle.running(signal, () => {});
    await lifecycle.stop();
    expect(lifecycle.exit).toEqual({ code: 0, signal: null, asked: true });
  });
});

describe("a server that one piece of work has for itself", () => {
  it("lets other calls wait until the work is done, and is not idle meanwhile", async () => {
    const { connection, call, starts } = connect({ config: { idleTimeoutMs: 30 } });
    await call("echo", { text: "before" });
    const order: string[] = [];
    let done = () => {};
    const finished = new Promise<void>((resolve) => (done = resolve));
    const work = connection.reserve(signal, async (server) => {
      await server.call("echo", { text: "own" }, { signal, onProgress: () => {} });
      await finished;
      order.push("work");
    });
    const waiting = call("echo", { text: "after" }).then(() => order.push("call"));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(connection.status().state).toBe("running");
    done();
    await Promise.all([work, waiting]);
    expect(order).toEqual(["work", "call"]);
    expect(starts()).toBe(1);
  });

  it("has a server that takes calls together to itself too, after those that run", async () => {
    const { connection, call, log } = connect({ config: { parallel: true } });
    const abort = new AbortController();
    const order: string[] = [];
    const slow = call("slow", {}, abort.signal).catch(() => {});
    await vi.waitFor(() => expect(eventsIn(log)).toContainEqual({ event: "call", name: "slow" }));
    const work = connection.reserve(signal, () => Promise.resolve(order.push("work")));
    const later = call("echo", { text: "later" }).then(() => order.push("later"));
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual([]);
    abort.abort();
    await Promise.all([slow, work, later]);
    expect(order).toEqual(["work", "later"]);
  });

  it("can be stopped by the work and started as its entry says then", async () => {
    const { connection, starts } = connect();
    await connection.reserve(signal, async (server) => {
      const say = () => server.call("env", {}, { signal, onProgress: () => {} });
      await say();
      await server.stop();
      connection.reconfigure({
        ...connection.config,
        env: { ...connection.config.env, NEW_ENTRY: "taken" },
      });
      expect(JSON.stringify(await say())).toContain("taken");
    });
    expect(starts()).toBe(2);
  });
});
