import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameTools } from "../../../src-main/mcp/catalogue/names.ts";

const tool = (name: string) => ({ tool: name, description: "", inputSchema: { type: "object" } });
const server = (name: string, tools: readonly string[], toolPrefix = "") => ({
  name,
  toolPrefix,
  tools: tools.map(tool),
});
type Server = ReturnType<typeof server>;
const builtIns = new Set(["read"]);
const names = (...servers: Server[]) => nameTools(servers, builtIns).tools.map(({ name }) => name);
const warnings = (...servers: Server[]) =>
  nameTools(servers, builtIns).warnings.map(({ message }) => message);

describe("the names of tools (M8)", () => {
  it("are the server's own where every provider takes them", () => {
    expect(names(server("a", ["echo", "do-it_2"]))).toEqual(["echo", "do-it_2"]);
  });

  it("get the prefix, and underscores for what no provider takes (B5.1)", () => {
    expect(names(server("a", ["weird.name/x"], "gh_"))).toEqual(["gh_weird_name_x"]);
    expect(names(server("a", ["calendar.create", "repo/list", "two words", "読む"]))).toEqual([
      "calendar_create",
      "repo_list",
      "two_words",
      "__",
    ]);
  });

  it("keep a name that needs no change, and number the one that would become the same", () => {
    expect(names(server("a", ["weird.name/x", "weird_name_x"]))).toEqual([
      "weird_name_x_2",
      "weird_name_x",
    ]);
  });

  it("are at most 48 characters, the number included (B5.2)", () => {
    const long = "n".repeat(60);
    const [first, second] = names(server("a", [long, `${long}b`]));
    expect(first).toBe("n".repeat(48));
    expect(second).toBe(`${"n".repeat(46)}_2`);
  });

  it("tell two long names apart that begin alike, whatever their order (B5.2)", () => {
    const prefix = "quarterly-report-generator-production_";
    const tools = ["v1", "v2"].map((v) => `export_all_customer_accounts_to_spreadsheet_${v}`);
    const [first, second] = names(server("q", tools, prefix));
    expect(first).not.toBe(second);
    expect(names(server("q", tools.toReversed(), prefix))).toEqual([second, first]);
  });

  it("stay with the first of two servers; the second's begins with the server, and a warning names both (B5.3)", () => {
    const both = [server("north", ["search"]), server("south", ["search"])] as const;
    const { tools } = nameTools(both, builtIns);
    expect(tools.map(({ name, server: of }) => [of, name])).toEqual([
      ["north", "search"],
      ["south", "south_search"],
    ]);
    expect(warnings(...both)[0]).toMatch(/"north".*"south"/);
  });

  it("leave a server's own tool its name when another of it must take a new one", () => {
    const one = server("a", ["search"]);
    expect(names(one, server("b", ["search", "b_search"]))).toEqual([
      "search",
      "b_search_2",
      "b_search",
    ]);
  });

  it("are numbered in the order of the tools' own names also where two servers clash", () => {
    const one = server("a", ["search_a", "search_b"]);
    const other = (tools: readonly string[]) => server("s".repeat(40), tools);
    const long = `${"s".repeat(40)}_search_`;
    expect(names(one, other(["search_b", "search_a"])).slice(2)).toEqual([
      `${long.slice(0, 46)}_2`,
      long,
    ]);
  });

  it("refuse a name of the app's own, with a hint at toolPrefix", () => {
    const servers = server("a", ["read", "write"]);
    expect(names(servers)).toEqual(["write"]);
    expect(warnings(servers)[0]).toMatch(/"read".*toolPrefix/);
  });

  it("refuse what begins like another host's names, however that came about", () => {
    expect(names(server("a", ["mcp__x", "ok"]), server("b", ["_y"], "mcp_"))).toEqual(["ok"]);
    expect(warnings(server("b", ["_y"], "mcp_"))[0]).toMatch(/mcp__.*toolPrefix/);
  });

  it("are told where two servers' are hard to tell apart (S44)", () => {
    expect(warnings(server("a", ["file_list"]), server("b", ["fi1e-list"]))).toEqual([
      expect.stringMatching(/look alike: "file_list" of "a" and "fi1e-list" of "b"/),
    ]);
  });

  it("show what is hidden in a server's name", () => {
    expect(warnings(server("a\u202E", ["read"]))[0]).toContain("a\\u{202E}");
  });
});

const ownName = fc.oneof(
  fc.string({ minLength: 1, maxLength: 80, unit: "grapheme" }),
  fc.constantFrom("read", "mcp__x", "__proto__", "constructor", "a.b", "a_b", "a/b", "a_b_2"),
  fc.constantFrom("n", "m").map((letter) => letter.repeat(60)),
);
const anyServers = fc
  .uniqueArray(
    fc.record({
      name: fc.string({ minLength: 1, maxLength: 20 }),
      toolPrefix: fc.constantFrom("", "a_", "x-", "mcp_"),
      tools: fc.uniqueArray(ownName, { maxLength: 12 }),
    }),
    { maxLength: 4, selector: ({ name }) => name },
  )
  .map((servers) => servers.map((one) => server(one.name, one.tools, one.toolPrefix)));

describe("the names of any tools of any servers (M8)", () => {
  it("are names that every provider takes, none of them twice and none of the app's own", () => {
    fc.assert(
      fc.property(anyServers, (servers) => {
        const all = names(...servers);
        expect(new Set(all).size).toBe(all.length);
        for (const name of all) {
          expect(name).toMatch(/^[A-Za-z0-9_-]{1,48}$/);
          expect(name).not.toMatch(/^mcp__|^read$|^__proto__$/);
        }
      }),
    );
  });

  it("do not depend on the order in which a server lists its tools", () => {
    fc.assert(
      fc.property(anyServers, (servers) => {
        const by = (ones: readonly Server[]) =>
          new Map(nameTools(ones, builtIns).tools.map((t) => [`${t.server}/${t.tool}`, t.name]));
        const turned = servers.map((one) => ({ ...one, tools: one.tools.toReversed() }));
        expect(by(turned)).toEqual(by(servers));
      }),
    );
  });

  it("stay as they were for the servers before one that is added", () => {
    fc.assert(
      fc.property(anyServers, (servers) => {
        const before = names(...servers.slice(0, -1));
        expect(names(...servers).slice(0, before.length)).toEqual(before);
      }),
    );
  });

  it("lose no tool but the refused ones", () => {
    fc.assert(
      fc.property(anyServers, (servers) => {
        const told = servers.reduce((sum, one) => sum + one.tools.length, 0);
        const refused = warnings(...servers).filter((text) => text.includes("is left out"));
        expect(names(...servers).length + refused.length).toBe(told);
      }),
    );
  });
});
