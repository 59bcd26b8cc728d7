import { describe, expect, it } from "vitest";
import { findTool } from "../../../src-main/agent/find-tool.ts";
import { runTurn } from "../../../src-main/agent/run-turn.ts";
import { sampleCall } from "../../fixtures/renderer-samples.ts";
import { asked, calls, FakeModel, FakeTools, text, turnPorts } from "../../fixtures/turn-ports.ts";

const offered = (name: string, server: string, tool = name) => ({
  name,
  description: "",
  inputSchema: { type: "object" },
  server,
  tool,
});
const past = (name: string, server: string, tool = name) => sampleCall({ name, server, tool });

describe("a name that a model has written (M8)", () => {
  it("stands for the tool that has the name now, whoever had it before", () => {
    const found = findTool("search", [offered("search", "a")], [past("search", "b")]);
    expect(found).toEqual({ kind: "tool", server: "a", tool: "search" });
  });

  it("still stands for the tool that an earlier call had under it, when that has another name now (B5.2)", () => {
    const now = [offered("search", "a"), offered("b2_search", "b", "search")];
    expect(findTool("b_search", now, [past("b_search", "b", "search")])).toEqual({
      kind: "tool",
      server: "b",
      tool: "search",
    });
  });

  it("stands for nothing when that tool is offered no more, or never was", () => {
    expect(findTool("x", [], [past("x", "a")])).toEqual({ kind: "gone", tool: "x" });
    expect(findTool("y", [], [past("x", "a")])).toEqual({ kind: "unknown" });
  });

  it("is told to be no longer available, and nobody is asked or called (B9.4)", async () => {
    const model = new FakeModel(calls(["unlock", {}]), text("Then not"));
    const tools = new FakeTools();
    const ports = turnPorts({ model, tools });
    const question = asked("Again");
    const earlier = [past("unlock", "s")];
    await runTurn({ ...question, calls: earlier }, ports, new AbortController().signal);
    expect(tools.called).toEqual([]);
    expect(JSON.stringify(model.requests[1]?.transcript)).toContain("no longer available");
  });
});
