import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { canonicalJson } from "../../../src-main/mcp/catalogue/canonical-json.ts";
import { differencesBetween } from "../../../src-main/mcp/catalogue/declaration-difference.ts";
import {
  MAX_DECLARATION_CHARS,
  MAX_DESCRIPTION_CHARS,
  readTool,
} from "../../../src-main/mcp/catalogue/read-tool.ts";

const place = { folders: ["/tmp/ws"], redactor: new Redactor() };

function toolOf(raw: Record<string, unknown>, at = place) {
  const read = readTool({ name: "t", ...raw }, at);
  if (read.kind === "left-out") throw new Error(read.reason);
  return read.tool;
}

describe("an entry of a tool list", () => {
  it("keeps the schema as the server sent it, members that nobody knows included (M14)", () => {
    const inputSchema = {
      type: "object",
      properties: { "StartTime<": { anyOf: [{ type: "integer" }] } },
      "x-own": 1,
    };
    expect(toolOf({ inputSchema }).inputSchema).toEqual(inputSchema);
  });

  it("never breaks the list, whatever it is", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (raw) => {
        const read = readTool(JSON.parse(JSON.stringify({ raw }) ?? "{}") as unknown, place);
        expect(["tool", "left-out"]).toContain(read.kind);
      }),
    );
  });

  it("keeps a property that is called like no other", () => {
    const raw = JSON.parse(
      '{"inputSchema":{"type":"object","properties":{"__proto__":{"type":"string"}}}}',
    );
    expect(JSON.stringify(toolOf(raw as Record<string, unknown>).inputSchema)).toContain(
      '"__proto__"',
    );
  });

  it("has an end to its description, and says how much is left out (S45)", () => {
    const { description } = toolOf({ description: "x".repeat(MAX_DESCRIPTION_CHARS + 7) });
    expect(description).toMatch(/x… \[7 characters left out\]$/);
  });

  it("shows what is hidden in the texts of its schema, and leaves its values alone (S45)", () => {
    const inputSchema = {
      type: "object",
      properties: { a: { type: "string", description: "b\u202Ec", default: "d\u202Ee" } },
    };
    expect(toolOf({ inputSchema }).inputSchema["properties"]).toEqual({
      a: { type: "string", description: "b\\u{202E}c", default: "d\u202Ee" },
    });
  });

  it("is left out when it is larger than any model could take", () => {
    const description = "x".repeat(MAX_DECLARATION_CHARS);
    expect(readTool({ name: "t", description }, place)).toMatchObject({ kind: "left-out" });
  });

  it("tells no secret that its server told (S36)", () => {
    const redactor = new Redactor();
    redactor.add("hunter2hunter2");
    const tool = toolOf({ description: "uses hunter2hunter2" }, { ...place, redactor });
    expect(JSON.stringify(tool)).not.toContain("hunter2");
  });

  it("says nothing to the model, or to a decision, of what it promises about itself (S43)", () => {
    const { declaration, ...offered } = toolOf({ annotations: { readOnlyHint: true } });
    expect(declaration).toContain("readOnlyHint");
    expect(JSON.stringify(offered)).not.toContain("readOnlyHint");
  });
});

describe("what is compared of a tool (S42)", () => {
  const before = { description: "Adds", inputSchema: { type: "object" }, annotations: { a: 1 } };
  const isSame = (raw: Record<string, unknown>) =>
    toolOf(raw).declaration === toolOf(before).declaration;

  it.each([
    ["description", { description: "Adds." }],
    ["input schema", { inputSchema: { type: "object", required: ["x"] } }],
    ["output schema", { outputSchema: { type: "object" } }],
    ["annotations", { annotations: { a: 2 } }],
  ])("is its %s", (_what, change) => {
    expect(isSame({ ...before, ...change })).toBe(false);
  });

  it("is neither the order of members nor an icon", () => {
    const { annotations, description, inputSchema } = before;
    expect(isSame({ icons: [1], annotations, inputSchema, description })).toBe(true);
  });

  it("is not the folder in which the server was started", () => {
    const here = toolOf({ description: "Works in /tmp/ws/a" }).declaration;
    const there = { folders: ["/home/ada"], redactor: new Redactor() };
    expect(toolOf({ description: "Works in /home/ada/a" }, there).declaration).toBe(here);
  });
});

describe("the difference between two declarations (S42)", () => {
  const of = (one: unknown, other: unknown) =>
    differencesBetween(canonicalJson(one), canonicalJson(other));

  it("names each field with what it was and what it is", () => {
    const schema = (text: string) => ({
      inputSchema: { properties: { p: { description: text } } },
    });
    expect(of({ ...schema("old"), gone: 1 }, { ...schema("new"), come: [true] })).toEqual([
      { field: "gone", before: "1", after: null },
      { field: "inputSchema.properties.p.description", before: "old", after: "new" },
      { field: "come", before: null, after: "[true]" },
    ]);
  });

  it("is seen also between a text and the number that it spells", () => {
    expect(of({ d: 1 }, { d: "1" })).toEqual([{ field: "d", before: "1", after: '"1"' }]);
  });

  it("shows what is hidden", () => {
    expect(of({ d: "a" }, { d: "a\u200B" })[0]?.after).toBe("a\\u{200B}");
  });

  it("is found in every value that is not the same, and nowhere else", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (one, other) => {
        const [a, b] = [canonicalJson(one), canonicalJson(other)];
        expect(differencesBetween(a, b).length > 0).toBe(a !== b);
      }),
    );
  });
});
