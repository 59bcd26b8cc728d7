import { describe, expect, test } from "vitest";
import type { OfferedTool } from "../../../src-main/agent/ports.ts";
import { chooseTools, leftOutSentence } from "../../../src-main/models/wire/choose-tools.ts";
import { WireTools } from "../../../src-main/models/wire/fit-tools.ts";
import { wireName } from "../../../src-main/models/wire/tool-names.ts";
import { wireRules } from "../../../src-main/models/wire/wire-rules.ts";

function tool(name: string, server = "s"): OfferedTool {
  return { name, tool: name, server, description: name, inputSchema: { type: "object" } };
}

function toolsOf(server: string, count: number): readonly OfferedTool[] {
  return Array.from({ length: count }, (_, index) => tool(`${server}_${index + 1}`, server));
}

const ANTHROPIC = wireRules("anthropic");

describe("names (B5.1, B5.2)", () => {
  test.each(["calendar.create", "repo/list", "two words", "読む", "", "1st", "x".repeat(65)])(
    "like %j are sent as every provider takes them",
    (name) => {
      expect(wireName(name, "letters-digits-dashes")).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(wireName(name, "begins-with-letter")).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
    },
  );

  test("that are good stay", () => {
    expect(wireName("browser_click", "letters-digits-dashes")).toBe("browser_click");
    expect(wireName("1st-tool", "letters-digits-dashes")).toBe("1st-tool");
  });

  test("that begin alike stay apart, in whatever order they come", () => {
    const [one, two] = ["v1", "v2"].map((end) =>
      tool(`quarterly-report-generator-production_export_all_customer_accounts_${end}`),
    );
    if (!one || !two) throw new Error("two tools");
    const names = (tools: readonly OfferedTool[]) =>
      new WireTools(tools, ANTHROPIC).tools.map(({ name }) => name);
    expect(new Set(names([one, two])).size).toBe(2);
    expect(names([two, one])).toEqual(names([one, two]));
  });

  test("come back as the app knows them", () => {
    const tools = new WireTools([tool("repo/list")], ANTHROPIC);
    expect(tools.originalName(tools.wireName("repo/list"))).toBe("repo/list");
    expect(tools.originalName("made_up")).toBe("made_up");
  });
});

describe("order", () => {
  test("is the same whatever order the servers list their tools in: caches rest on it", () => {
    const sent = (...names: readonly string[]) =>
      JSON.stringify(
        new WireTools(
          names.map((name) => tool(name)),
          ANTHROPIC,
        ).tools,
      );
    expect(sent("b", "a", "c")).toBe(sent("c", "b", "a"));
  });
});

describe("more tools than a provider takes (B5.5)", () => {
  const offered = [...toolsOf("north", 50), ...toolsOf("south", 50), ...toolsOf("east", 50)];

  test.each(["openai", "openai-compatible", "ollama"] as const)("are 128 for %s", (provider) => {
    const tools = new WireTools(offered, wireRules(provider));
    expect(tools.tools).toHaveLength(128);
    expect(tools.leftOut).toHaveLength(22);
  });

  test("leave small servers whole and cost the last one the end of its list", () => {
    const few = toolsOf("zoo", 3);
    const { kept, leftOut } = chooseTools([...offered, ...few], 128);
    for (const one of few) expect(kept).toContain(one);
    expect(new Set(leftOut.map(({ server }) => server))).toEqual(new Set(["south"]));
    expect(leftOut.at(-1)?.name).toBe("south_50");
  });

  test("make the same choice in any order of the servers", () => {
    const names = (tools: readonly OfferedTool[]) =>
      chooseTools(tools, 128).leftOut.map(({ name }) => name);
    const turned = [...toolsOf("east", 50), ...toolsOf("north", 50), ...toolsOf("south", 50)];
    expect(names(turned)).toEqual(names(offered));
  });

  test("are told with their server and what to do", () => {
    const sentence = leftOutSentence(chooseTools(offered, 128).leftOut, 128);
    expect(sentence).toBe(
      "This model takes at most 128 tools, so 22 of south are left out: south_29, south_30, south_31, south_32, south_33 and 17 more. Switch off tools or servers that you do not need.",
    );
  });
});
