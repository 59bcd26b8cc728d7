import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../../src-main/base/clock.ts";
import { loggerTo } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { Catalogue } from "../../../src-main/mcp/catalogue/catalogue.ts";
import { parseMcpFile } from "../../../src-main/mcp/config/mcp-file.ts";
import { ConversationServers } from "../../../src-main/mcp/connection/conversation-servers.ts";
import { fakeServerEntry } from "../../fixtures/mcp-server/fake-server.ts";
import { launchContext } from "../../support/launch-context.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const VALUES = ["tok_AAA111", "k_BBB222", "s_CCC333", "z_DDD444", "h_EEE555"];

/** The servers of a file of the person's, with everything that was logged. */
function serversFrom(entry: object, hostEnv: NodeJS.ProcessEnv = process.env) {
  const { servers: configs } = parseMcpFile(JSON.stringify({ mcpServers: { a: entry } }), "m");
  const redactor = new Redactor();
  const context = { ...launchContext({ redactor, hostEnv }) };
  const log: string[] = [];
  const logger = loggerTo((_level, message) => log.push(redactor.text(message)));
  const launch = { ...context, logger };
  const catalogue = new Catalogue(launch, systemClock);
  const servers = new ConversationServers("c", tempFolder(), configs, catalogue, launch);
  onTestFinished(() => servers.close());
  const signal = new AbortController().signal;
  const call = (tool: string) => servers.call("a", tool, {}, { signal, onProgress: () => {} });
  return { servers, call, log };
}

describe("what a person's entry holds", () => {
  it("is in no error, status or log, however the server says it (B11.1)", async () => {
    const { command, args } = fakeServerEntry();
    const { servers, call, log } = serversFrom({
      command,
      args: [
        ...args,
        "--token",
        "s_CCC333",
        "--api-key=z_DDD444",
        "Authorization: Bearer h_EEE555",
      ],
      env: {
        GITHUB_PERSONAL_ACCESS_TOKEN: "tok_AAA111",
        "my_Api-Key": "k_BBB222",
        FAKE_MCP_DIE_MESSAGE: VALUES.join(" "),
      },
    });
    const error = await call("die").catch((reason: unknown) => String(reason));
    expect(error).toContain("dying: [REDACTED] [REDACTED] [REDACTED] [REDACTED] [REDACTED]");
    const told = JSON.stringify([servers.statuses(), error, log]);
    for (const value of VALUES) expect(told).not.toContain(value);
  });

  it("comes on top of what every program needs (B11.2)", async () => {
    const { command, args } = fakeServerEntry();
    const hostEnv = { ...process.env, HOME: "/home/me", GITHUB_TOKEN: "never" };
    const { call } = serversFrom({ command, args, env: { FOO: "1", LANG: null } }, hostEnv);
    const [block] = (await call("env"))["content"] as readonly { readonly text: string }[];
    const env = JSON.parse(block?.text ?? "") as Record<string, string>;
    expect(env).toMatchObject({ FOO: "1", HOME: "/home/me" });
    expect(env["PATH"]?.split(path.delimiter).length).toBeGreaterThan(0);
    expect(env).not.toHaveProperty("LANG");
    expect(env).not.toHaveProperty("GITHUB_TOKEN");
  });

  it("gives a server a variable of the environment that it would not inherit, when it says so (M18)", async () => {
    const { command, args } = fakeServerEntry();
    const hostEnv = { ...process.env, GITHUB_TOKEN: "given-token-1" };
    const env = { GITHUB_TOKEN: "${env:GITHUB_TOKEN}" };
    const { call } = serversFrom({ command, args, env }, hostEnv);
    expect(JSON.stringify(await call("env"))).toContain("given-token-1");
  });
});
