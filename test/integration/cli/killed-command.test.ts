import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { eventsIn, fakeServerEntry } from "../../fixtures/mcp-server/fake-server.ts";
import { cli, cliRun } from "../../support/cli.ts";
import { guardOf, isRunning } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** A command and its server are up in 1 s, on a busy machine in some; in milliseconds. */
const UP_MS = 10_000;

/** Nobody of it is left then who could end anything. */
async function killWithGuard(command: ChildProcess): Promise<void> {
  const gone = once(command, "exit");
  // It stands still meanwhile, so that it starts no new guard.
  command.kill("SIGSTOP");
  const guard = guardOf(command.pid ?? 0) ?? 0;
  process.kill(guard, "SIGKILL");
  await vi.waitFor(() => expect(isRunning(guard)).toBe(false));
  command.kill("SIGKILL");
  await gone;
}

describe("a command that is killed together with its guard", () => {
  it("leaves its server and its folder to the next command, in a journal for the person alone (M20)", async () => {
    const [folder, state] = [tempFolder(), tempFolder()];
    const [log, config] = [path.join(folder, "log"), path.join(folder, "mcp.json")];
    const fake = fakeServerEntry({ FAKE_MCP_LOG: log, FAKE_MCP_MODE: "deaf" });
    writeFileSync(config, JSON.stringify({ mcpServers: { fake } }));
    const env = { ...process.env, XDG_STATE_HOME: state, TMPDIR: folder };
    const args = ["--config", config, "--no-preset"];
    const call = ["mcp", "call", ...args, "--server", "fake", "--tool", "slow"];
    const command = spawn(process.execPath, [cli, ...call], { env, stdio: "ignore" });
    await vi.waitFor(
      () => expect(eventsIn(log)).toContainEqual({ event: "call", name: "slow" }),
      UP_MS,
    );
    await killWithGuard(command);
    const server = eventsIn(log)[0]?.pid ?? 0;
    expect(isRunning(server)).toBe(true);
    const journals = path.join(state, "pilothouse", "processes");
    expect(statSync(journals).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).filter((name) => name.startsWith("ph-"))).not.toEqual([]);

    const empty = path.join(folder, "empty.json");
    writeFileSync(empty, JSON.stringify({ mcpServers: { fake: fakeServerEntry() } }));
    const next = ["mcp", "list", "--config", empty, "--no-preset"];
    const { code, stderr } = await cliRun(next, { env: { XDG_STATE_HOME: state, TMPDIR: folder } });
    expect(code).toBe(0);
    expect(stderr).toContain('Ended what an earlier run of Pilothouse left: "fake"');
    expect(isRunning(server)).toBe(false);
    expect(readdirSync(journals)).toEqual([]);
    await vi.waitFor(() =>
      expect(readdirSync(folder).filter((name) => name.startsWith("ph-"))).toEqual([]),
    );
  });
});
