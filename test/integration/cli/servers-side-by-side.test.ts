import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Site } from "../../fixtures/site.ts";
import { browserEnvironment, sandbox } from "../../support/browser.ts";
import { cliRun, type CliLine } from "../../support/cli.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const packages = path.dirname(createRequire(import.meta.url).resolve("vitest/package.json"));
const entryOf = (name: string, ...args: readonly string[]) => ({
  command: process.execPath,
  args: [path.join(packages, `../@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
});

interface ListedServer {
  readonly name: string;
  readonly state: string;
  readonly tools: readonly { readonly name: string; readonly tool: string }[];
}

/** One file with servers of others, the filesystem one twice; the app's own browser comes beside them. */
function sideBySide() {
  const folder = tempFolder();
  const workspace = path.join(folder, "workspace");
  mkdirSync(workspace);
  writeFileSync(path.join(workspace, "a.txt"), "in the workspace");
  const config = path.join(folder, "mcp.json");
  // In the place of its arguments this one takes the folders that the app tells when it is asked: the workspace.
  const mcpServers = {
    everything: entryOf("everything"),
    docs: entryOf("filesystem", "${workspace}"),
    archive: entryOf("filesystem", "${workspace}"),
  };
  writeFileSync(config, JSON.stringify({ mcpServers }));
  const env = browserEnvironment(folder);
  const run = async (...args: readonly string[]) => {
    const { code, lines, stderr } = await cliRun(
      ["mcp", ...args, "--config", config, "--browser-sandbox", sandbox],
      { env },
    );
    expect([args, code, code === 0 ? "" : stderr]).toEqual([args, 0, ""]);
    return { line: lines[0] ?? {}, stderr };
  };
  const call = async (server: string, tool: string, args: object) => {
    const wanted = ["--server", server, "--tool", tool, "--args", JSON.stringify(args)];
    return (await run("call", ...wanted, "--workspace", workspace)).line;
  };
  return { run, call, workspace };
}

const textOf = (line: CliLine) =>
  (line["content"] as readonly { readonly text?: string }[]).map(({ text }) => text).join("\n");

async function listed() {
  const { line, stderr } = await sideBySide().run("list");
  const servers = line["servers"] as readonly ListedServer[];
  const toolsOf = (server: string) => servers.find(({ name }) => name === server)?.tools ?? [];
  return { servers, toolsOf, stderr };
}

describe("servers side by side in one file", () => {
  it("are listed with all that they offer, under names that no two tools share (M8)", async () => {
    const { servers, toolsOf } = await listed();
    expect(servers.map(({ name, state }) => [name, state])).toEqual([
      ["everything", "ready"],
      ["docs", "ready"],
      ["archive", "ready"],
      ["playwright", "ready"],
    ]);
    expect(toolsOf("everything").length).toBeGreaterThanOrEqual(10);
    expect(toolsOf("playwright").length).toBeGreaterThanOrEqual(20);
    const names = servers.flatMap(({ tools }) => tools.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[A-Za-z0-9_-]{1,48}$/.test(name))).toEqual([]);
  });

  it("are told apart where they offer the same, and the person is told (M8)", async () => {
    const { toolsOf, stderr } = await listed();
    const own = toolsOf("docs").map(({ tool }) => tool);
    expect(own).toContain("read_text_file");
    expect(toolsOf("archive").map(({ name, tool }) => [name, tool])).toEqual(
      own.map((tool) => [`archive_${tool}`, tool]),
    );
    expect(stderr).toContain('that of "archive" is "archive_read_text_file"');
    // Nothing collides with these, or they were there first.
    const others = ["everything", "docs", "playwright"].flatMap(toolsOf);
    expect(others.filter(({ name, tool }) => name !== tool)).toEqual([]);
  });

  it("answer a call each, also those of the same program", async () => {
    const { call, workspace } = sideBySide();
    expect(textOf(await call("everything", "echo", { message: "hi" }))).toBe("Echo: hi");
    const args = { path: path.join(workspace, "a.txt") };
    for (const server of ["docs", "archive"]) {
      expect(textOf(await call(server, "read_text_file", args))).toBe("in the workspace");
    }
    const site = await new Site().start();
    onTestFinished(() => site.close());
    const opened = await call("playwright", "browser_navigate", { url: site.url });
    expect(opened["isError"]).toBe(false);
    expect(textOf(opened)).toContain(site.url);
  });
});
