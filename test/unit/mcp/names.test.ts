import { describe, expect, it } from "vitest";
import { nameTools } from "../../../src-main/mcp/catalogue/names.ts";

const tool = (name: string) => ({ tool: name, description: "", inputSchema: { type: "object" } });
const server = (name: string, tools: readonly string[], toolPrefix = "") => ({
  name,
  toolPrefix,
  tools: tools.map(tool),
});
const names = (...servers: ReturnType<typeof server>[]) =>
  nameTools(servers, new Set(["read"])).tools.map(({ name }) => name);

describe("the names of tools (M8)", () => {
  it("are the server's own where every provider takes them", () => {
    expect(names(server("a", ["echo", "do-it_2"]))).toEqual(["echo", "do-it_2"]);
  });

  it("get the prefix, and underscores for what no provider takes", () => {
    expect(names(server("a", ["weird.name/x"], "gh_"))).toEqual(["gh_weird_name_x"]);
  });

  it("keep a name that needs no change, and number the one that would become the same", () => {
    expect(names(server("a", ["weird.name/x", "weird_name_x"]))).toEqual([
      "weird_name_x_2",
      "weird_name_x",
    ]);
  });

  it("are at most 48 characters, the number included", () => {
    const long = "n".repeat(60);
    const [first, second] = names(server("a", [long, `${long}b`]));
    expect(first).toBe("n".repeat(48));
    expect(second).toBe(`${"n".repeat(46)}_2`);
  });

  it("stay with the first of two servers; the second's begins with the server, and a warning names both", () => {
    const { tools, warnings } = nameTools(
      [server("a", ["echo"]), server("b", ["echo"])],
      new Set(),
    );
    expect(tools.map(({ name, server: of }) => [of, name])).toEqual([
      ["a", "echo"],
      ["b", "b_echo"],
    ]);
    expect(warnings[0]).toMatch(/"a".*"b"/);
  });

  it("refuse a name of the app's own, with a hint at toolPrefix", () => {
    const { tools, warnings } = nameTools([server("a", ["read", "write"])], new Set(["read"]));
    expect(tools.map(({ name }) => name)).toEqual(["write"]);
    expect(warnings[0]).toContain("toolPrefix");
  });
});
