import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { silentLogger } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { ServerTools } from "../../../src-main/conversations/server-tools.ts";
import type { TextLimits } from "../../../src-main/mcp/result/cap-text.ts";
import { FileStore } from "../../../src-main/store/files/file-store.ts";
import type { ToolResult } from "../../../src-preload/model/tool-call.ts";
import { fakeServer } from "../../fixtures/mcp-server/fake-server.ts";
import { sampleCall } from "../../fixtures/renderer-samples.ts";
import { never, serversOf } from "../../support/conversation-servers.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** The loop's tools with one server, and the files that results become. */
function toolsWith(mode: string, textLimits: () => TextLimits | null = () => null) {
  const { servers, workspace } = serversOf([fakeServer({ mode })]);
  const files = new FileStore(path.join(tempFolder(), "files"), silentLogger);
  const redactor = new Redactor();
  const options = { servers: () => servers, files, redactor, logger: silentLogger, workspace };
  const tools = new ServerTools({ ...options, textLimits });
  onTestFinished(() => servers.close());
  const call = async (tool: string, args: Record<string, unknown>): Promise<ToolResult | null> => {
    const asked = sampleCall({ server: "fake", tool, arguments: args });
    const outcome = await tools.call(asked, { signal: never, onProgress: () => {} });
    return outcome.kind === "result" ? outcome.result : null;
  };
  return { call, files };
}

it("delivers what does not fit the tool's output schema, and notes it for the person (M21)", async () => {
  const { call } = toolsWith("promises");
  expect(await call("count", { total: 3 })).not.toHaveProperty("notes");
  const result = await call("count", { total: "many" });
  expect(result?.model).toEqual([{ type: "text", text: "There are many." }]);
  expect(result?.notes).toEqual([
    "The structured content does not fit the tool's output schema: /total must be number.",
  ]);
});

it("gives the model no more text than it takes, and keeps all of it for the person (M21)", async () => {
  const { call, files } = toolsWith("", () => ({ lines: 10, bytes: 100 }));
  const result = await call("echo", { text: "x".repeat(5_000) });
  const [block] = result?.model ?? [];
  expect(block?.type === "text" ? block.text.length : 0).toBeLessThan(400);
  expect(result?.fullText?.bytes).toBe(5_000);
  expect(files.read(result?.fullText?.file ?? "")?.length).toBe(5_000);
});
