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

  it("lists each wrong entry with its own reason and line, and takes the right ones (B16.2)", () => {
    const text = [
      '{"mcpServers":{"ok":{"command":"node","args":["s.js"]},',
      '"b1":{"args":["x"]},',
      '"b2":{"command":"npx",',
      ' "args":true},',
      '"b3":"oops",',
      '"b4":{"command":7},',
      '"b5":{"command":"x","env":{"N":5,"B":true,"X":null}},',
      '"__proto__":{"command":"x"}}}',
    ].join("\n");
    const { servers, problems } = parse(text);
    expect(servers.map(({ name, env }) => [name, env])).toEqual([
      ["ok", {}],
      ["b5", { N: "5", B: "true", X: null }],
    ]);
    expect(problems).toMatchObject([
      { server: "b1", field: "command", place: { line: 2 } },
      { server: "b2", field: "args", place: { line: 4, column: 9 } },
      { server: "b3", field: null, place: { line: 5 } },
      { server: "b4", field: "command", place: { line: 6 } },
      { server: "__proto__", field: null, place: { line: 8 } },
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      'The server "b1" was left out: command is missing (line 2).',
      'The server "b2" was left out: args must be a list of texts (line 4).',
      'The server "b3" was left out: must be an object with a command (line 5).',
      'The server "b4" was left out: command must be a text (line 6).',
      'The server "__proto__" was left out: no server may be called so (line 8).',
    ]);
  });

  it("names the place inside a list or an object that is wrong", () => {
    const { problems } = parse(
      '{"mcpServers":{"a":{"command":"x",\n"args":["1",\n2],\n"env":{"N":{}}}}}',
    );
    expect(problems[0]?.message).toBe(
      'The server "a" was left out: args[1] must be a text (line 3); env.N must be a text, or null to take the variable away (line 4).',
    );
  });

  it.each([
    ["startupTimeoutSeconds", 0],
    ["callTimeoutSeconds", -1],
    ["idleTimeoutSeconds", -1],
    ["toolPrefix", "a.b"],
    ["toolPrefix", "mcp__a"],
    ["stderrLevel", "loud"],
    ["enabled", "yes"],
    ["cwd", ""],
    ["secretEnv", "TOKEN"],
  ])("refuses %s: %s (M3)", (field, value) => {
    const { problems } = parse(
      JSON.stringify({ mcpServers: { a: { command: "x", [field]: value } } }),
    );
    expect(problems).toMatchObject([{ server: "a", field }]);
  });

  it("never stops a server for being idle when its idle time is 0 (M1)", () => {
    const { servers } = parse('{"mcpServers":{"a":{"command":"x","idleTimeoutSeconds":0}}}');
    expect(servers[0]?.idleTimeoutMs).toBe(0);
  });

  it("tells names apart by every character, and warns of those that look the same (S44)", () => {
    const { servers, warnings } = parse(
      '{"mcpServers":{"git":{"command":"x"},"Git":{"command":"x"},"other":{"command":"x"}}}',
    );
    expect(servers.map(({ name }) => name)).toEqual(["git", "Git", "other"]);
    expect(warnings).toEqual(['The servers "git" and "Git" have names that look almost the same.']);
  });

  it("refuses names with characters that nobody sees, and empty ones (S44)", () => {
    const { servers, problems } = parse(
      '{"mcpServers":{"g\u200bit":{"command":"x"},"":{"command":"x"}}}',
    );
    expect(servers).toEqual([]);
    expect(problems).toHaveLength(2);
  });

  it("takes the first of two entries of one name and says so of the other", () => {
    const { servers, problems } = parse('{"mcpServers":{"a":{"command":"1"},"a":{"command":"2"}}}');
    expect(servers.map(({ command }) => command)).toEqual(["1"]);
    expect(problems[0]?.message).toContain("another one of this name");
  });

  it("says of a server at an address that it cannot be had yet", () => {
    const { problems } = parse('{"mcpServers":{"a":{"url":"https://x.example/mcp"}}}');
    expect(problems[0]?.message).toContain("not supported yet");
  });

  it("does not start what another client's word has switched off, unless its own says otherwise", () => {
    const { servers } = parse(
      '{"mcpServers":{"a":{"command":"x","disabled":true},"b":{"command":"x","disabled":true,"enabled":true}}}',
    );
    expect(servers.map(({ enabled }) => enabled)).toEqual([false, true]);
  });

  it("may be empty", () => {
    expect(parse("").servers).toEqual([]);
    expect(parse("// nothing yet\n").servers).toEqual([]);
    expect(parse("{}").servers).toEqual([]);
  });

  it.each(["[]", "5", '{"mcpServers":[]}', '{"mcpServers":null}'])(
    "is broken when it is %s",
    (text) => {
      expect(() => parse(text)).toThrow(/line 1, column \d+: an object "mcpServers" is needed/);
    },
  );

  it("is broken at its end when it is cut off, whatever it lost (B16.1)", () => {
    const whole = '{\n  "mcpServers": { "a": { "command": "x" } }\n}';
    for (let length = 1; length < whole.length; length += 1) {
      expect(() => parse(whole.slice(0, length))).toThrow(/line \d+, column \d+/);
    }
  });

  it("loads what editors write: comments, and an address in an argument (B16.3)", () => {
    const { servers } = parse(
      '{ // mine\n "mcpServers": { "a": {"command":"x","args":["http://h//p"],}, /* b */ } }',
    );
    expect(servers[0]?.args).toEqual(["http://h//p"]);
  });
});
