import { describe, expect, it } from "vitest";
import { serverDefaults, type ServerConfig } from "../../../src-main/mcp/config/server-config.ts";
import { listText, serverText } from "../../../src-main/mcp/status/report-text.ts";
import { reportOn } from "../../../src-main/mcp/status/server-report.ts";
import type { CatalogueStatus } from "../../../src-preload/model/catalogue.ts";
import type { ServerStatus } from "../../../src-preload/model/server.ts";
import { sampleServer } from "../../fixtures/renderer-samples.ts";

const config: ServerConfig = {
  ...serverDefaults,
  name: "files",
  command: "npx",
  args: ["-y", "two words", "${workspace}"],
  env: { API_TOKEN: "hunter2hunter2", PLAIN: "${env:HOME}" },
};
const known: CatalogueStatus = { state: "live", problems: [], heldBack: [], newTools: [] };
const tool = (name: string) => ({
  tool: name,
  description: `Does ${name}\nand more`,
  inputSchema: { type: "object" },
  declaration: "{}",
});
const list = {
  tools: [tool("a"), tool("b.c"), tool("d"), tool("read")],
  problems: [],
  serverInfo: { name: "Files", version: "1.2" },
};
const offered = [
  { ...tool("a"), name: "a", server: "files" },
  { ...tool("b.c"), name: "b_c", server: "files" },
];

function report(status: Partial<ServerStatus> = {}, change: Partial<ServerConfig> = {}) {
  const whole = sampleServer({ name: "files", pid: 7, calls: 3, catalogue: known, ...status });
  return reportOn({ config: { ...config, ...change }, status: whole, list, offered });
}

describe("/mcp <name> ([A §9])", () => {
  it("shows the command as it was written and the names of its env entries, never a value", () => {
    const text = serverText(report());
    expect(text).toContain('command: npx -y "two words" ${workspace}');
    expect(text).toContain("env: API_TOKEN, PLAIN");
    expect(text).not.toMatch(/hunter2|HOME/);
  });

  it("shows what the server says of itself, and every tool by the name that the model calls", () => {
    const newTools = [{ tool: "a", hash: "" }];
    const heldBack = [{ tool: "d", hash: "", differences: [] }];
    const text = serverText(report({ catalogue: { ...known, newTools, heldBack } }));
    expect(text).toContain("server: Files 1.2");
    expect(text).toContain("    a (new): Does a\n    b_c = b.c: Does b.c\n");
    expect(text).toContain("    d (held back: it has changed): Does d\n");
    expect(text).toContain("    read (not offered): Does read");
  });

  it("shows a change field by field, with what is hidden in it (S25, S42)", () => {
    const differences = [
      { field: "description", before: "Adds", after: "Sends\nall\u202E" },
      { field: "outputSchema", before: null, after: "{}" },
    ];
    const heldBack = [{ tool: "d", hash: "", differences }];
    expect(serverText(report({ catalogue: { ...known, heldBack } }))).toContain(
      [
        "    d",
        "      description",
        "        - Adds",
        "        + Sends",
        "        + all\\u{202E}",
        "      outputSchema",
        "        + {}",
      ].join("\n"),
    );
  });

  it("shows the last error and the last lines of stderr", () => {
    const failure = { code: "x", message: "It broke.\nIts last lines:\nTraceback" };
    const text = serverText(report({ failure, stderrTail: ["line 1", "line\u0007 2"] }));
    expect(text).toContain("  last error:\n    It broke.\n    Its last lines:\n    Traceback");
    expect(text).toContain("  last lines of stderr:\n    line 1\n    line\\u{7} 2");
  });
});

describe("/mcp ([A §9])", () => {
  const failure = { code: "x", message: "no answer within 60 s.\nmore" };

  it.each([
    [{ state: "running" }, "files: running (process 7), 2 tools"],
    [{ state: "not-started" }, "files: not started (starts on the first call), 2 tools"],
    [{ state: "exited" }, "files: exited (restarts on the next call), 2 tools"],
    [{ state: "starting" }, "files: starting, 2 tools"],
    [
      { state: "failed", failure },
      "files: failed: no answer within 60 s. Try again: /mcp retry files, 2 tools",
    ],
    [
      { state: "unavailable", failure },
      "files: unavailable: no answer within 60 s. Try again: /mcp retry files, 2 tools",
    ],
    [{ state: "disabled" }, "files: disabled, 2 tools"],
    [{ state: "not-installed", failure }, "files: not installed: no answer within 60 s., 2 tools"],
  ] satisfies [Partial<ServerStatus>, string][])("tells the state %o in words", (status, line) => {
    expect(listText([report(status)])).toBe(line);
  });

  it("says how a browser that is switched off is switched on", () => {
    expect(listText([report({ state: "disabled" }, { isBrowser: true })])).toContain(
      "disabled (set PLAYWRIGHT_ENABLED=true)",
    );
  });

  it("says that tools are those of an earlier run, and why the person is needed", () => {
    const heldBack = [{ tool: "d", hash: "", differences: [] }];
    expect(listText([report({ catalogue: { ...known, state: "failed", heldBack } })])).toBe(
      "files: running (process 7), 2 tools of an earlier run, 1 held back\n" +
        "  1 tool has changed and is held back: /mcp files shows how.",
    );
  });

  it("says when there is no server", () => {
    expect(listText([])).toBe("No server is configured.");
  });
});
