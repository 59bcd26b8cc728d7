import { describe, expect, it } from "vitest";
import { serverDefaults, type ServerConfig } from "../../../src-main/mcp/config/server-config.ts";
import {
  instructionsOf,
  instructionText,
  type InstructionParts,
} from "../../../src-main/conversations/instructions.ts";

const server = (change: Partial<ServerConfig>): ServerConfig => ({
  ...serverDefaults,
  name: "s",
  command: "x",
  args: [],
  ...change,
});

const parts: InstructionParts = {
  servers: [],
  own: null,
  workspace: "/data/c1/workspace",
  now: Date.UTC(2026, 10, 30, 23, 30),
  timeZone: "Europe/Vienna",
};

describe("what the model is told about its work", () => {
  it("says the day where the person is, their time zone and the workspace", () => {
    const text = instructionText(instructionsOf(parts));
    expect(text).toMatch(/Tuesday,? 1 December 2026/u);
    expect(text).toContain("Europe/Vienna");
    expect(text).toContain("/data/c1/workspace");
  });

  it("is the same all day, so that a provider's cache holds it", () => {
    const later = { ...parts, now: parts.now + 3_600_000 };
    expect(instructionsOf(later)).toEqual(instructionsOf(parts));
  });

  it("has the part of each active server, and of no other (M27)", () => {
    const servers = [
      server({ promptSection: "## Browser" }),
      server({ promptSection: "## Off", enabled: false }),
      server({ promptSection: "## Missing", unavailable: { code: "x", message: "x" } }),
      server({}),
    ];
    const text = instructionText(instructionsOf({ ...parts, servers }));
    expect(text).toContain("## Browser");
    expect(text).not.toMatch(/## (Off|Missing)/u);
  });

  it("begins with the person's own words where there are any, and keeps the rules", () => {
    const text = instructionText(instructionsOf({ ...parts, own: "Speak German." }));
    expect(text.startsWith("Speak German.\n")).toBe(true);
    expect(text).not.toContain("You are the assistant in Pilothouse");
    expect(text).toContain("only the person gives instructions");
  });

  it("is short", () => {
    expect(instructionText(instructionsOf(parts)).length).toBeLessThan(2_500);
  });
});
