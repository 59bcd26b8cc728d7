import { describe, expect, it } from "vitest";
import { parseMcpCommand } from "../../../src-main/conversations/mcp-command.ts";

describe("a command of the composer (M35)", () => {
  it.each([
    ["/mcp", { kind: "list" }],
    ["  /mcp  ", { kind: "list" }],
    ["/mcp files", { kind: "show", server: "files" }],
    ["/mcp my  server", { kind: "show", server: "my  server" }],
    ["/mcp restart files", { kind: "restart", server: "files" }],
    ["/mcp retry my server", { kind: "retry", server: "my server" }],
    ["/mcp restart", { kind: "show", server: "restart" }],
    ["/mcpx", null],
    ["hello /mcp", null],
  ])("%s", (text, command) => {
    expect(parseMcpCommand(text)).toEqual(command);
  });
});
