import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  withEnabled,
  withEntry,
  withoutEntry,
  type RawEntry,
} from "../../../src-main/mcp/config/edit-mcp-file.ts";
import { parseMcpFile } from "../../../src-main/mcp/config/mcp-file.ts";

const FILE = "mcp.json";

const commented = `{
  // mine
  "mcpServers": {
    "a": {
      "command": "node", // why node
      "args": ["a.js"], /* its script */
      "note": "kept",
      "env": {
        "X": "1", // about X
        "Y": 2
      }
    }, // about a
    /* the next */
    "b": { "command": "x", "args": ["http://h//p"], },
  },
  "other": [1, 2]
}
`;

const add = (text: string, name: string, entry: RawEntry) => withEntry(text, FILE, name, entry);
const remove = (text: string, name: string) => withoutEntry(text, FILE, name);
const enable = (text: string, name: string, enabled: boolean) =>
  withEnabled(text, FILE, name, enabled);
const namesIn = (text: string) => parseMcpFile(text, FILE).servers.map(({ name }) => name);

/** The lines that only one of the texts has. */
function changedLines(before: string, after: string): readonly string[] {
  const lines = (text: string) => text.split("\n");
  const missing = (some: string, others: string) =>
    lines(some).filter((line) => !lines(others).includes(line));
  return [...missing(before, after), ...missing(after, before)];
}

describe("editing an mcp.json", () => {
  it("adds a server at the end and changes nothing else", () => {
    expect(add(commented, "c", { command: "y", args: ["1"] })).toBe(
      commented.replace(
        '["http://h//p"], },',
        '["http://h//p"], },\n    "c": {\n      "command": "y",\n      "args": ["1"]\n    },',
      ),
    );
  });

  it("switches a server off with one more line, and a note behind the line before stays there (B16.3)", () => {
    const text = '{\n\t"mcpServers": {\n\t\t"a": {\n\t\t\t"command": "x" // why\n\t\t}\n\t}\n}\n';
    expect(enable(text, "a", false)).toBe(
      text.replace('"x" // why', '"x", // why\n\t\t\t"enabled": false'),
    );
  });

  it("switches a server on again by changing a word", () => {
    const off = enable(commented, "a", false);
    expect(changedLines(off, enable(off, "a", true))).toEqual([
      '      "enabled": false',
      '      "enabled": true',
    ]);
  });

  it("keeps the comments of a file in one line (B16.3)", () => {
    const text =
      '{ // mine\n "mcpServers": { "a": {"command":"x","args":["http://h//p"],}, /* b */ } }';
    expect(enable(text, "a", false)).toBe(
      '{ // mine\n "mcpServers": { "a": {"command":"x","args":["http://h//p"], "enabled": false,}, /* b */ } }',
    );
  });

  it("takes a server out with its lines, and leaves the notes around it", () => {
    expect(changedLines(commented, remove(commented, "b"))).toEqual([
      '    "b": { "command": "x", "args": ["http://h//p"], },',
    ]);
  });

  it("leaves a note that stands behind a server that is taken out", () => {
    expect(remove(commented, "a")).toContain("// about a");
    expect(namesIn(remove(commented, "a"))).toEqual(["b"]);
  });

  it("leaves strict JSON strict when the last server is taken out", () => {
    const text = JSON.stringify(
      { mcpServers: { a: { command: "x" }, b: { command: "y" } } },
      null,
      4,
    );
    expect(JSON.parse(remove(text, "b"))).toEqual({ mcpServers: { a: { command: "x" } } });
    expect(JSON.parse(add(remove(remove(text, "b"), "a"), "c", { command: "z" }))).toEqual({
      mcpServers: { c: { command: "z" } },
    });
  });

  it("takes the only server out also where a comma follows it", () => {
    const text = '{ "mcpServers": { "a": { "command": "x" }, /* b */ } }';
    expect(namesIn(remove(text, "a"))).toEqual([]);
    expect(remove(text, "a")).toContain("/* b */");
  });

  it("changes only what is different in an entry, and keeps what it does not know", () => {
    const after = add(commented, "a", {
      command: "node",
      args: ["b.js"],
      env: { X: "1", Y: "3" },
      parallel: true,
      callTimeoutSeconds: 120,
    });
    expect(changedLines(commented, after)).toEqual([
      '      "args": ["a.js"], /* its script */',
      '        "Y": 2',
      "      }",
      '      "args": ["b.js"], /* its script */',
      '        "Y": "3"',
      "      },",
      '      "parallel": true',
    ]);
  });

  it("takes a variable out alone, and leaves a number that means the same text", () => {
    const after = add(commented, "a", { command: "node", args: ["a.js"], env: { Y: "2" } });
    expect(changedLines(commented, after)).toEqual([
      '        "X": "1", // about X',
      "        // about X",
    ]);
  });

  it("changes nothing when nothing is different, however it was written", () => {
    const text = '{"mcpServers":{"a":{"command":"x","stderrLevel":"Warning","env":{"N":5}}}}';
    const same = { command: "x", args: [], stderrLevel: "warn", env: { N: "5" }, enabled: true };
    expect(add(text, "a", same)).toBe(text);
  });

  it("keeps byte order mark, CRLF and tabs (B16.1)", () => {
    const text =
      '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": {\r\n\t\t\t"command": "x"\r\n\t\t}\r\n\t}\r\n}\r\n';
    const after = add(text, "b", { command: "y" });
    expect(after).toBe(
      text.replace('"x"\r\n\t\t}', '"x"\r\n\t\t},\r\n\t\t"b": {\r\n\t\t\t"command": "y"\r\n\t\t}'),
    );
  });

  it.each([
    "",
    "// mine",
    "// mine\n",
    "{}",
    "{ }",
    '{ "a": 1 }',
    '{\n  "mcpServers": {}\n}',
    "{\n  // mine\n}",
  ])("adds the first server to %j", (text) => {
    const after = add(text, "a", { command: "x" });
    expect(namesIn(after)).toEqual(["a"]);
    expect(after.includes("// mine")).toBe(text.includes("// mine"));
  });

  it("mends an entry that could not be taken", () => {
    const text = '{"mcpServers":{"a":"oops","b":{"args":true,"env":7}}}';
    const mended = add(add(text, "a", { command: "x" }), "b", {
      command: "y",
      args: ["1"],
      env: { N: "1" },
    });
    expect(parseMcpFile(mended, FILE).problems).toEqual([]);
    expect(namesIn(mended)).toEqual(["a", "b"]);
  });

  it.each(['{ "mcpServers": { "a": { "comm', '{ "mcpServers": [] }', "[]"])(
    "refuses a text that is broken: %s (B16.1)",
    (text) => {
      expect(() => add(text, "b", { command: "x" })).toThrow(/not valid at line/);
      expect(() => remove(text, "a")).toThrow(/not valid at line/);
      expect(() => enable(text, "a", true)).toThrow(/not valid at line/);
    },
  );

  it("says so when the server is not there any more", () => {
    expect(() => remove(commented, "c")).toThrow(/no server "c"/);
    expect(() => enable(commented, "c", true)).toThrow(/no server "c"/);
  });

  it("comes to what was meant for any names and values, in any of the ways to write a file", () => {
    const name = fc
      .string({ minLength: 1 })
      .filter((text) => text.trim() !== "" && !/\p{C}/u.test(text) && text !== "__proto__");
    const entry = fc.record({
      command: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ""),
      args: fc.array(fc.string()),
      env: fc.dictionary(
        fc.string().filter((text) => text !== "__proto__"),
        fc.string(),
      ),
    });
    const shape = fc.constantFrom(0, 2, "\t");
    fc.assert(
      fc.property(
        fc.dictionary(name, entry),
        name,
        entry,
        shape,
        (servers, added, with_, indent) => {
          const text = JSON.stringify({ mcpServers: servers }, null, indent);
          const whole: unknown = JSON.parse(add(text, added, with_));
          const read = parseMcpFile(JSON.stringify(whole), FILE).servers.find(
            (one) => one.name === added,
          );
          expect(read).toMatchObject({
            command: with_.command.trim(),
            args: with_.args,
            env: with_.env,
          });
          expect(namesIn(remove(add(text, added, with_), added)).sort()).toEqual(
            Object.keys(servers)
              .filter((one) => one !== added)
              .sort(),
          );
        },
      ),
    );
  });
});
