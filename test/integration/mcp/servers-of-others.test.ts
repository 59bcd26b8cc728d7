import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Catalogue } from "../../../src-main/mcp/catalogue/catalogue.ts";
import { serverDefaults, type ServerConfig } from "../../../src-main/mcp/config/server-config.ts";
import { ConversationServers } from "../../../src-main/mcp/connection/conversation-servers.ts";
import { launchContext } from "../../support/launch-context.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const packages = path.dirname(createRequire(import.meta.url).resolve("vitest/package.json"));
const scriptOf = (name: string) =>
  path.join(packages, `../@modelcontextprotocol/server-${name}/dist/index.js`);

/** A server that nobody here wrote, pinned among the packages. */
function serverOf(name: string, args: readonly string[] = []): ServerConfig {
  const command = process.execPath;
  return { ...serverDefaults, name, command, args: [scriptOf(name), ...args] };
}

function conversation(...configs: readonly ServerConfig[]) {
  const launch = launchContext();
  const workspace = tempFolder();
  const catalogue = new Catalogue(launch, Date.now);
  const servers = new ConversationServers("c", workspace, configs, catalogue, launch);
  onTestFinished(() => servers.close());
  const call = (server: string, tool: string, args: Readonly<Record<string, unknown>>) => {
    const options = { signal: new AbortController().signal, onProgress: () => {} };
    return servers.call(server, tool, args, options);
  };
  const toolsOf = async (server: string) =>
    (await servers.tools(new AbortController().signal))
      .filter((tool) => tool.server === server)
      .map(({ tool }) => tool);
  return { call, toolsOf, workspace };
}

describe("a server of others", () => {
  it("answers each tool that it offers: everything", async () => {
    const { call, toolsOf } = conversation(serverOf("everything"));
    const args: Record<string, object> = {
      echo: { message: "hi" },
      "get-annotated-message": { messageType: "success", includeImage: true },
      "get-resource-links": { count: 3 },
      "get-resource-reference": { resourceType: "Text", resourceId: 1 },
      "get-structured-content": { location: "New York" },
      "get-sum": { a: 2, b: 3 },
      "gzip-file-as-resource": { name: "a.gz", data: "data:text/plain,hi", outputType: "resource" },
      "trigger-long-running-operation": { duration: 1, steps: 3 },
      "simulate-research-query": { topic: "tides" },
    };
    const tools = await toolsOf("everything");
    expect(tools.length).toBeGreaterThanOrEqual(10);
    const failed: unknown[] = [];
    for (const tool of tools) {
      const result = await call("everything", tool, { ...args[tool] });
      expect([tool, result]).toEqual([
        tool,
        expect.objectContaining({ content: expect.anything() }),
      ]);
      if (result["isError"] === true) failed.push([tool, result["content"]]);
    }
    // This one is for clients that take a task in the place of a result.
    const why = expect.stringMatching(/requires task augmentation/) as string;
    expect(failed).toEqual([["simulate-research-query", [{ type: "text", text: why }]]]);
  });

  it("answers each tool that it offers: filesystem", async () => {
    const { call, toolsOf, workspace } = conversation(serverOf("filesystem", ["${workspace}"]));
    const at = (name: string) => path.join(workspace, name);
    writeFileSync(at("a.txt"), "one\ntwo\n");
    const args: Record<string, object> = {
      read_file: { path: at("a.txt") },
      read_text_file: { path: at("a.txt") },
      read_media_file: { path: at("a.txt") },
      read_multiple_files: { paths: [at("a.txt")] },
      write_file: { path: at("b.txt"), content: "three" },
      edit_file: { path: at("a.txt"), edits: [{ oldText: "two", newText: "2" }] },
      create_directory: { path: at("folder") },
      list_directory: { path: workspace },
      list_directory_with_sizes: { path: workspace },
      directory_tree: { path: workspace },
      move_file: { source: at("b.txt"), destination: at("c.txt") },
      search_files: { path: workspace, pattern: "*.txt" },
      get_file_info: { path: at("a.txt") },
      list_allowed_directories: {},
    };
    const tools = await toolsOf("filesystem");
    expect(tools.toSorted()).toEqual(Object.keys(args).toSorted());
    for (const tool of tools) {
      const result = await call("filesystem", tool, { ...args[tool] });
      expect([tool, result["isError"] ?? false, result["content"]]).toEqual([
        tool,
        false,
        expect.anything(),
      ]);
    }
    expect(readFileSync(at("a.txt"), "utf8")).toBe("one\n2\n");
    expect(readFileSync(at("c.txt"), "utf8")).toBe("three");
  });
});
