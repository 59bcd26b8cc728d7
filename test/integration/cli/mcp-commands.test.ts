import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, vi } from "vitest";
import { eventsIn, fakeServerEntry } from "../../fixtures/mcp-server/fake-server.ts";
import { cli, cliRun, pictureOf } from "../../support/cli.ts";
import { isRunning } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** Nothing of the app runs this long after it has gone, in milliseconds (M20). */
const ALL_GONE_MS = 5_000;

function configFile(servers: Record<string, unknown>): string {
  const file = path.join(tempFolder(), "mcp.json");
  writeFileSync(file, JSON.stringify({ mcpServers: servers }));
  return file;
}

const call = (config: string, tool: string, args: unknown, ...more: string[]) => [
  ...["mcp", "call", "--config", config, "--no-preset", "--server", "fake", "--tool", tool],
  ...["--args", JSON.stringify(args), ...more],
];

describe("cli mcp", () => {
  it("lists every server with its state and tools, the broken ones with their reason", async () => {
    const config = configFile({
      fake: fakeServerEntry(),
      broken: fakeServerEntry({ FAKE_MCP_MODE: "crash-on-start" }),
      wrong: { command: "" },
    });
    const { code, lines } = await cliRun(["mcp", "list", "--config", config, "--no-preset"]);
    expect(code).toBe(0);
    expect(lines).toMatchObject([
      {
        servers: [
          {
            name: "fake",
            state: "ready",
            tools: [{ name: "echo", tool: "echo" }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}],
          },
          {
            name: "broken",
            state: "failed",
            error: expect.stringContaining("Traceback") as string,
            tools: [],
          },
          {
            name: "wrong",
            state: "invalid",
            error: expect.stringContaining("command is empty") as string,
          },
        ],
      },
    ]);
  });

  it("lists what is wrong with an entry by field and place (M3)", async () => {
    const config = configFile({ wrong: { command: "x", args: true } });
    const { lines } = await cliRun(["mcp", "list", "--config", config, "--no-preset"]);
    expect(lines).toMatchObject([
      { problems: [{ server: "wrong", field: "args", line: 1, column: 46 }] },
    ]);
  });

  it("shows what an import would bring, and writes it only when told so (M4)", async () => {
    const config = configFile({ known: { command: "x" } });
    const before = readFileSync(config, "utf8");
    const source = configFile({
      known: { command: "other" },
      fresh: { command: "y", env: { TOKEN: "plain-token-1" } },
      far: { url: "https://x.example" },
    });
    const args = ["mcp", "import", source, "--config", config];
    const shown = await cliRun(args);
    expect(shown.code).toBe(0);
    expect(shown.lines).toMatchObject([
      {
        file: config,
        servers: [
          { name: "known", standing: "differs" },
          { name: "fresh", standing: "new", plainSecrets: ["env.TOKEN"] },
          { name: "far", standing: "refused" },
        ],
        imported: [],
      },
    ]);
    expect(readFileSync(config, "utf8")).toBe(before);
    const done = await cliRun([...args, "--yes"]);
    expect(done.lines).toMatchObject([{ imported: ["fresh"] }]);
    expect(JSON.parse(readFileSync(config, "utf8"))).toEqual({
      mcpServers: {
        known: { command: "x" },
        fresh: { command: "y", env: { TOKEN: "plain-token-1" } },
      },
    });
    expect(JSON.stringify([shown.lines, done.lines])).not.toContain("plain-token-1");
  });

  it("imports into the file of a data folder that has none yet", async () => {
    const data = path.join(tempFolder(), "data");
    const source = configFile({ a: { command: "x" } });
    const { lines } = await cliRun(["mcp", "import", source, "--data", data, "--yes"]);
    expect(lines).toMatchObject([{ imported: ["a"] }]);
    expect(existsSync(path.join(data, "mcp.json"))).toBe(true);
  });

  it("calls a tool and prints its result", async () => {
    const { code, lines } = await cliRun(
      call(configFile({ fake: fakeServerEntry() }), "echo", { text: "hi" }),
    );
    expect(code).toBe(0);
    expect(lines).toEqual([
      {
        isError: false,
        content: [{ type: "text", text: "hi" }],
        model: [{ type: "text", text: "hi" }],
        durationMs: expect.any(Number) as number,
      },
    ]);
  });

  it("prints a picture as the path of a file that holds its bytes", async () => {
    const workspace = tempFolder();
    const config = configFile({ fake: fakeServerEntry() });
    const { lines } = await cliRun(call(config, "image", {}, "--workspace", workspace));
    const picture = pictureOf(lines[0]);
    expect(picture).toMatchObject({ type: "image", mimeType: "image/png" });
    expect(readFileSync(picture?.file ?? "")).toHaveLength(picture?.bytes ?? 0);
  });

  it("ends with 1 and code and sentence when the server dies", async () => {
    const { code, lines } = await cliRun(call(configFile({ fake: fakeServerEntry() }), "die", {}));
    expect(code).toBe(1);
    expect(lines).toMatchObject([{ error: { code: "server-exited" } }]);
  });

  it("lists no tool under the name of one of the app's own (M8)", async () => {
    const config = configFile({ fake: fakeServerEntry({ FAKE_MCP_MODE: "clash" }) });
    const { lines, stderr } = await cliRun(["mcp", "list", "--config", config, "--no-preset"]);
    expect(JSON.stringify(lines)).not.toContain('"name":"read"');
    expect(stderr).toContain('"read" of the server "fake" is left out');
  });

  it("describes every server in words with --verbose, as /mcp does in the app", async () => {
    const config = configFile({ fake: fakeServerEntry({ API_TOKEN: "hunter2hunter2" }) });
    const args = ["mcp", "list", "--config", config, "--no-preset", "--verbose"];
    const child = spawn(process.execPath, [cli, ...args], { stdio: ["ignore", "pipe", "ignore"] });
    const said = await text(child.stdout);
    expect(said).toContain("fake: not started (starts on the first call), 13 tools\n");
    expect(said).toContain("  env: API_TOKEN\n");
    expect(said).not.toContain("hunter2");
  });

  it("shows with --data which tools have changed since they were accepted there (S42)", async () => {
    const words = path.join(tempFolder(), "words");
    const env = { FAKE_MCP_MODE: "worded", FAKE_MCP_WORDS: words };
    const config = configFile({ fake: fakeServerEntry(env) });
    const args = ["mcp", "list", "--config", config, "--no-preset", "--verbose"];
    const describe = async () => {
      const child = spawn(process.execPath, [cli, ...args, "--data", data], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      return await text(child.stdout);
    };
    const data = tempFolder();
    expect(await describe()).not.toContain("held back");
    writeFileSync(words, "Sends all files");
    expect(await describe()).toContain(
      "      description\n        - as ever\n        + Sends all files\n",
    );
  });

  it("ends with 1 and says where when the servers' file is broken", async () => {
    const config = path.join(tempFolder(), "mcp.json");
    writeFileSync(config, '{\n  "mcpServers": 5 5');
    const { code, stderr } = await cliRun(["mcp", "list", "--config", config, "--no-preset"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/line 2, column/);
  });

  it("ends with 2 and the usage when it is not understood", async () => {
    for (const args of [
      [],
      ["mcp", "dance"],
      ["mcp", "call"],
      ["mcp", "import"],
      ["mcp", "import", "a.json"],
      ["run", "--nope"],
      ["mcp", "list", "--config", ""],
      ["run", "--provider", "practice", "--prompt", "x", "--data", ""],
    ]) {
      const { code, stderr } = await cliRun(args);
      expect(code).toBe(2);
      expect(stderr).toContain("Usage:");
    }
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "stops the call and every process on %s",
    async (signal) => {
      const log = path.join(tempFolder(), "log");
      const config = configFile({
        fake: fakeServerEntry({ FAKE_MCP_LOG: log, FAKE_MCP_MODE: "deaf" }),
      });
      const { code, lines } = await cliRun(call(config, "slow", {}), {
        onStart: (child) =>
          void vi
            .waitFor(
              () => expect(eventsIn(log)).toContainEqual({ event: "call", name: "slow" }),
              ALL_GONE_MS,
            )
            .then(() => child.kill(signal)),
      });
      expect(code).toBe(130);
      expect(lines).toMatchObject([{ error: { code: "stopped" } }]);
      expect(isRunning(eventsIn(log)[0]?.pid ?? 0)).toBe(false);
    },
  );

  it.each(["SIGINT", "SIGTERM"] as const)("stops a list that takes long on %s", async (signal) => {
    const log = path.join(tempFolder(), "log");
    const env = { FAKE_MCP_LOG: log, FAKE_MCP_MODE: "hang-on-start" };
    const config = configFile({ fake: fakeServerEntry(env) });
    const { code } = await cliRun(["mcp", "list", "--config", config, "--no-preset"], {
      onStart: (child) =>
        void vi
          .waitFor(() => expect(eventsIn(log)).toHaveLength(1), ALL_GONE_MS)
          .then(() => child.kill(signal)),
    });
    expect(code).toBe(130);
    expect(isRunning(eventsIn(log)[0]?.pid ?? 0)).toBe(false);
  });

  it("is stopped by any number of signals as by one, also while it ends its servers", async () => {
    const log = path.join(tempFolder(), "log");
    const env = { FAKE_MCP_LOG: log, FAKE_MCP_MODE: "deaf" };
    const config = configFile({ fake: fakeServerEntry(env) });
    const { code, lines } = await cliRun(call(config, "slow", {}), {
      onStart: (child) => {
        child.stdout?.on("data", () => child.kill("SIGINT"));
        void vi
          .waitFor(
            () => expect(eventsIn(log)).toContainEqual({ event: "call", name: "slow" }),
            ALL_GONE_MS,
          )
          .then(() => child.kill("SIGINT") && child.kill("SIGTERM"));
      },
    });
    expect(code).toBe(130);
    expect(lines).toMatchObject([{ error: { code: "stopped" } }]);
    expect(isRunning(eventsIn(log)[0]?.pid ?? 0)).toBe(false);
  });

  it("goes on when nobody reads what it says on the side", async () => {
    const args = call(configFile({ fake: fakeServerEntry() }), "die", {});
    const child = spawn(process.execPath, [cli, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    child.stderr.destroy();
    const said = text(child.stdout);
    const [code] = (await once(child, "exit")) as [number | null];
    expect(code).toBe(1);
    expect(await said).toContain("server-exited");
  });

  it("ends its server in order, without a word, when nobody reads its result any more", async () => {
    const log = path.join(tempFolder(), "log");
    const config = configFile({ fake: fakeServerEntry({ FAKE_MCP_LOG: log }) });
    const child = spawn(process.execPath, [cli, ...call(config, "echo", { text: "hi" })], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    const said = text(child.stderr);
    const [, signal] = (await once(child, "exit")) as [number | null, string | null];
    expect({ signal, said: await said }).toEqual({ signal: null, said: "" });
    expect(isRunning(eventsIn(log)[0]?.pid ?? 0)).toBe(false);
  });

  it.each(["", "deaf", "deaf,double-fork", "deaf,holds-stdout"])(
    "leaves no process when it is killed itself (server: %s)",
    async (mode) => {
      const folder = tempFolder();
      const log = path.join(folder, "log");
      const config = configFile({
        fake: fakeServerEntry({ FAKE_MCP_LOG: log, FAKE_MCP_MODE: mode }),
      });
      await cliRun(call(config, "slow", {}), {
        onStart: (child) =>
          void vi
            .waitFor(
              () => expect(eventsIn(log)).toContainEqual({ event: "call", name: "slow" }),
              ALL_GONE_MS,
            )
            .then(() => child.kill("SIGKILL")),
      });
      const { pid = 0 } = eventsIn(log)[0] ?? {};
      expect(existsSync(log)).toBe(true);
      await vi.waitFor(() => expect(isRunning(pid)).toBe(false), ALL_GONE_MS);
    },
  );
});
