import { describe, expect, it } from "vitest";
import { parseMcpFile } from "../../../src-main/mcp/config/mcp-file.ts";

const parse = (text: string) => parseMcpFile(text, "mcp.json");

describe("an mcp.json", () => {
  it("needs a command and nothing more", () => {
    const { servers } = parse('{"mcpServers":{"a":{"command":"node"}}}');
    expect(servers[0]).toMatchObject({
      name: "a",
      command: "node",
      args: [],
      cwd: "${workspace}",
      callTimeoutMs: 120_000,
      idleTimeoutMs: 1_800_000,
      parallel: false,
    });
  });

  it("may have comments, trailing commas, a byte order mark and CRLF (M3)", () => {
    const text = '\uFEFF{ // mine\r\n "mcpServers": { "a": { "command": "x", }, },\r\n}';
    expect(parse(text).servers.map(({ name }) => name)).toEqual(["a"]);
  });

  it("keeps the other servers when one entry is wrong, and says what is wrong with it", () => {
    const { servers, problems } = parse(
      '{"mcpServers":{"bad":{"command":" ","toolPrefix":"mcp__x","callTimeoutSeconds":0},"good":{"command":"x"}}}',
    );
    expect(servers.map(({ name }) => name)).toEqual(["good"]);
    expect(problems[0]?.server).toBe("bad");
    expect(problems[0]?.message).toMatch(/command is empty.*mcp__.*more than 0/);
  });

  it("may give times longer than any timer takes, and they are not taken for none", () => {
    const { servers } = parse(
      '{"mcpServers":{"a":{"command":"x","callTimeoutSeconds":1e9,"idleTimeoutSeconds":1e9}}}',
    );
    expect(servers[0]).toMatchObject({ callTimeoutMs: 2 ** 31 - 1, idleTimeoutMs: 2 ** 31 - 1 });
  });

  it("is told with line and column when it is broken", () => {
    expect(() => parse('{\n  "mcpServers": {\n    "a" 5\n')).toThrow(/mcp\.json.*line 3, column 9/);
  });
});
