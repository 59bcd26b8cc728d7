import { describe, expect, it } from "vitest";
import { parseClientFile } from "../../../src-main/mcp/config/import/client-file.ts";
import {
  plainSecretsIn,
  withSecretsMoved,
} from "../../../src-main/mcp/config/import/plain-secrets.ts";

const parse = (content: unknown, fileName = "mcp.json", platform: NodeJS.Platform = "linux") =>
  parseClientFile(typeof content === "string" ? content : JSON.stringify(content), {
    fileName,
    platform,
  });

const only = (entry: unknown) => parse({ mcpServers: { a: entry } }).servers[0];

describe("another client's file of servers (M4)", () => {
  it("is read as Claude Desktop writes it", () => {
    const { client, servers } = parse(
      {
        mcpServers: {
          files: { command: "npx", args: ["-y", "files", "/home/me"], env: { LANG: "en" } },
        },
        globalShortcut: "",
      },
      "claude_desktop_config.json",
    );
    expect(client).toBe("claude-desktop");
    expect(servers).toEqual([
      {
        name: "files",
        entry: {
          command: "npx",
          args: ["-y", "files", "/home/me"],
          env: { LANG: "en" },
          cwd: "${workspace}",
        },
        refusal: null,
        notes: [],
        needs: [],
      },
    ]);
  });

  it("is read as VS Code writes it, and its questions become secrets with a name", () => {
    const { client, servers } = parse(`{
      // asked at the first start
      "inputs": [
        { "type": "promptString", "id": "api-key", "description": "The key", "password": true },
        { "type": "promptString", "id": "unused" },
      ],
      "servers": {
        "web": {
          "type": "stdio",
          "command": "node",
          "args": ["\${workspaceFolder}/s.js", "--key=\${input:api-key}"],
          "env": { "KEY": "\${input:api-key}", "N": 5, "H": "\${userHome}/x", "E": "\${env:E}" },
        },
      },
    }`);
    expect(client).toBe("vscode");
    expect(servers).toMatchObject([
      {
        name: "web",
        entry: {
          command: "node",
          args: ["${workspace}/s.js", "--key=${secret:api_key}"],
          env: { KEY: "${secret:api_key}", N: "5", H: "${HOME}/x", E: "${env:E}" },
        },
        notes: [expect.stringContaining("conversation's own folder") as string],
        needs: [{ secret: "api_key", description: "The key" }],
      },
    ]);
  });

  it("is found in VS Code's settings too", () => {
    const { client, servers } = parse({ "editor.x": 1, mcp: { servers: { a: { command: "x" } } } });
    expect(client).toBe("vscode");
    expect(servers.map(({ name }) => name)).toEqual(["a"]);
  });

  it("is read as Cursor writes it", () => {
    const { client, servers } = parse(
      {
        mcpServers: {
          a: { type: "stdio", command: "x${/}y", envFile: ".env", autoApprove: ["all"] },
        },
      },
      ".cursor/mcp.json",
      "win32",
    );
    expect(client).toBe("cursor");
    expect(servers[0]?.entry).toMatchObject({ command: "x\\y" });
    expect(servers[0]?.notes).toEqual([
      expect.stringContaining("envFile"),
      expect.stringContaining("is asked about here"),
    ]);
  });

  it.each([
    { url: "https://x.example/mcp" },
    { type: "sse", url: "https://x.example/sse" },
    { type: "http", url: "https://x.example", headers: {} },
    { serverUrl: "https://x.example" },
  ])("refuses a server at an address: %j", (entry) => {
    expect(only(entry)).toMatchObject({
      entry: null,
      refusal: expect.stringContaining("reached by an address") as string,
    });
  });

  it.each(["${file}", "${workspaceFolderBasename}", "${command:pick}", "${config:a.b}", "${A:-b}"])(
    "refuses a server that needs %s, which means something there alone",
    (variable) => {
      expect(only({ command: "x", args: [`--a=${variable}`] })).toMatchObject({
        entry: null,
        refusal: expect.stringContaining(variable) as string,
      });
    },
  );

  it("takes what is switched off as switched off", () => {
    expect(only({ command: "x", disabled: true })).toMatchObject({
      entry: { enabled: false },
      notes: [expect.stringContaining("switched off there")],
    });
  });

  it("says of each entry that cannot be used why, and takes the others", () => {
    const { servers } = parse(
      '{"mcpServers":{"a":{"args":["x"]},"b":"oops","c":{"command":"x"},"c":{"command":"y"}}}',
    );
    expect(servers.map(({ refusal }) => refusal)).toEqual([
      "It cannot be used: command is missing.",
      "It cannot be used: must be an object with a command.",
      null,
      "There is another one of this name before it.",
    ]);
  });

  it("takes no time limits and the like: other clients mean other things by them", () => {
    expect(
      only({ command: "x", timeout: 5, callTimeoutSeconds: 0, toolPrefix: "mcp__" })?.entry,
    ).toEqual({ command: "x", args: [], env: {}, cwd: "${workspace}" });
  });

  it("is told with line and column when it is broken, and when it holds no servers", () => {
    expect(() => parse('{\n "mcpServers": 5 5')).toThrow(/mcp\.json.*line 2, column 18/);
    expect(() => parse("{}")).toThrow(/No servers/);
    expect(() => parse("[]")).toThrow(/No servers/);
    expect(() => parse("")).toThrow(/No servers/);
    expect(() => parse({ mcpServers: [] })).toThrow(/No servers/);
  });

  it("is refused when it is far larger than such a file can be", () => {
    expect(() => parse(" ".repeat(4_000_001))).toThrow(/too large/);
  });
});

describe("secrets in plain text", () => {
  const entry = {
    command: "x",
    args: ["--token", "tok-1", "--api-key=key-1", "--port", "80"],
    env: { GITHUB_TOKEN: "ghp-1", LANG: "en", KEY: "${env:KEY}", EMPTY_KEY: "", NO_TOKEN: null },
  };

  it("are found by their names, with names under which they can be kept", () => {
    expect(plainSecretsIn("gh", entry, () => false)).toEqual([
      { field: "env.GITHUB_TOKEN", value: "ghp-1", secret: "GITHUB_TOKEN" },
      { field: "args[1]", value: "tok-1", secret: "gh_token" },
      { field: "args[2]", value: "key-1", secret: "gh_api_key" },
    ]);
  });

  it("take no name that another value has", () => {
    const taken = new Set(["GITHUB_TOKEN", "gh_GITHUB_TOKEN"]);
    const [first] = plainSecretsIn("gh", entry, (name) => taken.has(name));
    expect(first?.secret).toBe("gh_GITHUB_TOKEN_2");
  });

  it("leave their names behind when they are moved", () => {
    const secrets = plainSecretsIn("gh", entry, () => false);
    expect(withSecretsMoved(entry, secrets)).toEqual({
      command: "x",
      args: ["--token", "${secret:gh_token}", "--api-key=${secret:gh_api_key}", "--port", "80"],
      env: { ...entry.env, GITHUB_TOKEN: "${secret:GITHUB_TOKEN}" },
    });
  });
});
