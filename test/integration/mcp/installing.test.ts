import { chmodSync, existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { serverText } from "../../../src-main/mcp/status/report-text.ts";
import { fakeServer } from "../../fixtures/mcp-server/fake-server.ts";
import { never, serversOf } from "../../support/conversation-servers.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** What the server itself may take, in milliseconds: less than it takes to fetch it. */
const STARTUP_MS = 1_500;
const FETCHING_SECONDS = 4;

/** A program called npx that fetches for a while, unless it has done so to its end before. */
function npx(lines: readonly string[], mode = "") {
  const folder = tempFolder();
  const marker = path.join(folder, "fetched");
  const file = path.join(folder, "npx");
  const { args, env } = fakeServer({ mode });
  const fetching = [`if [ ! -e "${marker}" ]; then`, ...lines, `touch "${marker}"`, "fi"];
  // As a child, as npx itself does it.
  const running = `"${process.execPath}" "$@"`;
  writeFileSync(file, ["#!/bin/sh", ...fetching, running, ""].join("\n"));
  chmodSync(file, 0o755);
  const config = fakeServer({
    mode,
    config: { command: file, args, env, startupTimeoutMs: STARTUP_MS },
  });
  return { config, hasFetched: () => existsSync(marker) };
}

const talking = [
  `for part in $(seq ${FETCHING_SECONDS}); do`,
  'echo "fetched part $part" >&2',
  "sleep 1",
  "done",
];

describe.runIf(process.platform !== "win32")("a first start that fetches the server", () => {
  it("is let to its end, is told as installing, and is done once (B3.2)", async () => {
    const { config, hasFetched } = npx(talking);
    const { servers, names, status } = serversOf([config]);
    const told: string[] = [];
    servers.changed.on(({ state, installing }) => told.push(installing ? "installing" : state));
    const offering = names();
    await vi.waitFor(() => expect(status()).toMatchObject({ installing: true }), 10_000);
    expect(servers.reports().map(serverText).join()).toContain("fake: installing");
    expect(hasFetched()).toBe(false);
    expect(await offering).toContain("echo");
    expect(hasFetched()).toBe(true);
    expect(told).toContain("installing");
    const result = await servers.call(
      "fake",
      "echo",
      { text: "hi" },
      { signal: never, onProgress: () => {} },
    );
    expect(result["content"]).toEqual([{ type: "text", text: "hi" }]);
    expect(status()).toMatchObject({ state: "running" });
    expect(status()).not.toHaveProperty("installing");
  });

  it("costs a server that hangs afterwards no more than its own time", async () => {
    const { config } = npx([], "hang-on-start");
    const before = performance.now();
    const { names, status } = serversOf([config]);
    expect(await names()).toEqual([]);
    expect(performance.now() - before).toBeLessThan(20_000);
    expect(status()).toMatchObject({ state: "failed", failure: { code: "server-start-timeout" } });
    expect(status()).not.toHaveProperty("installing");
  });
});
