import { expect, it } from "vitest";
import { serverDefaults, type ServerConfig } from "../../../src-main/mcp/config/server-config.ts";
import { mergeSources } from "../../../src-main/mcp/config/sources.ts";

const server = (name: string, command: string): ServerConfig => ({
  ...serverDefaults,
  name,
  command,
});

it("takes the first source's server of a name, in the order of the sources, and tells names apart by every character (M1)", () => {
  const merged = mergeSources(
    [server("b", "1"), server("A", "1")],
    [server("a", "2"), server("b", "2")],
  );
  expect(merged.map(({ name, command }) => name + command)).toEqual(["b1", "A1", "a2"]);
});
