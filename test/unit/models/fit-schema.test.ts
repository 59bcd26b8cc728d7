import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject, OfferedTool } from "../../../src-main/agent/ports.ts";
import type { RemoteProvider } from "../../../src-main/models/model-address.ts";
import { WireTools } from "../../../src-main/models/wire/fit-tools.ts";
import { wireRules } from "../../../src-main/models/wire/wire-rules.ts";

const PROVIDERS = ["anthropic", "openai", "google", "ollama", "openai-compatible"] as const;

function toolWith(inputSchema: JsonObject, name = "look"): OfferedTool {
  return { name, tool: name, server: "s", description: "Looks", inputSchema };
}

function toolsFor(schema: JsonObject, provider: RemoteProvider = "anthropic"): WireTools {
  return new WireTools([toolWith(schema)], wireRules(provider));
}

function sentFor(schema: JsonObject, provider: RemoteProvider = "anthropic"): JsonObject {
  return toolsFor(schema, provider).tools[0]?.schema ?? {};
}

function descriptionFor(schema: JsonObject): string {
  return toolsFor(schema).tools[0]?.description ?? "";
}

const text = { type: "string" };

describe("a schema without faults", () => {
  const healthy = {
    type: "object",
    properties: {
      id: { type: "string", description: "which" },
      how: { anyOf: [{ type: "string" }, { type: "integer", minimum: 1 }] },
      list: { type: "array", items: { type: "object", properties: { x: { type: "number" } } } },
    },
    required: ["id"],
    additionalProperties: false,
  };

  test.each(["anthropic", "openai", "openai-compatible"] as const)(
    "goes to %s as it is (B6.1)",
    (provider) => {
      expect(sentFor(healthy, provider)).toEqual(healthy);
      expect(descriptionFor(healthy)).toBe("Looks");
    },
  );
});

describe("combinations at the root (B6.1)", () => {
  test.each(["anyOf", "oneOf", "allOf"])("%s with sets of required names", (combination) => {
    const schema = {
      type: "object",
      properties: { id: text, url: text },
      [combination]: [{ required: ["id"] }, { required: ["url"] }],
    };
    expect(sentFor(schema)).toEqual({
      type: "object",
      properties: { id: text, url: text },
      ...(combination === "allOf" ? { required: ["id", "url"] } : {}),
    });
  });

  test("are told in words, since the schema says them no more", () => {
    const anyOf = [{ required: ["id"] }, { required: ["url", "how"] }];
    const schema = { type: "object", properties: { id: text, url: text, how: text }, anyOf };
    expect(descriptionFor(schema)).toBe("Looks (Needs one of: id; url with how.)");
  });

  test("with properties inside the branches alone", () => {
    const branch = (name: string) => ({
      properties: { kind: { const: name }, [name]: text },
      required: ["kind", name],
    });
    expect(sentFor({ oneOf: [branch("id"), branch("url")] })).toEqual({
      type: "object",
      properties: { kind: { enum: ["id", "url"] }, id: text, url: text },
      required: ["kind"],
    });
  });

  test("inside one another, and with conditions", () => {
    const schema = {
      type: "object",
      properties: { a: text },
      allOf: [{ anyOf: [{ properties: { b: text } }, { properties: { c: text } }] }],
      if: { properties: { a: { const: "x" } } },
      // Written so, since an object with that member may be taken for a promise.
      ["then" as string]: { properties: { d: text }, required: ["d"] },
      not: { required: ["z"] },
    };
    expect(sentFor(schema)).toEqual({
      type: "object",
      properties: { a: text, b: text, c: text, d: text },
    });
  });

  test("that give one property two schemas allow both", () => {
    const anyOf = [{ properties: { id: text } }, { properties: { id: { type: "integer" } } }];
    expect(sentFor({ type: "object", anyOf })).toMatchObject({
      properties: { id: { anyOf: [text, { type: "integer" }] } },
    });
  });
});

describe("references (B6.2)", () => {
  test.each(PROVIDERS)("are written out for %s", (provider) => {
    const sent = sentFor(
      {
        type: "object",
        properties: { mode: { $ref: "#/$defs/Mode", description: "how" } },
        required: ["mode"],
        $defs: { Mode: { enum: ["fast", "safe"] } },
      },
      provider,
    );
    expect(sent).toMatchObject({
      properties: { mode: { enum: ["fast", "safe"], description: "how" } },
      required: ["mode"],
    });
    expect(JSON.stringify(sent)).not.toMatch(/\$ref|\$defs/);
  });

  test.each(["#/definitions/gen:tags", "#/definitions/gen%3Atags"])("like %s too", ($ref) => {
    const definitions = { "gen:tags": { type: "array", items: text } };
    expect(sentFor({ type: "object", properties: { tags: { $ref } }, definitions })).toEqual({
      type: "object",
      properties: { tags: { type: "array", items: text } },
    });
  });

  test("that lead back into themselves end at their type", () => {
    const $defs = { Node: { type: "object", properties: { next: { $ref: "#/$defs/Node" } } } };
    const sent = sentFor({
      type: "object",
      properties: { first: { $ref: "#/$defs/Node" } },
      $defs,
    });
    expect(sent).toMatchObject({
      properties: { first: { properties: { next: { type: "object" } } } },
    });
    expect(sentFor({ type: "object", properties: { self: { $ref: "#" } } })).toMatchObject({
      properties: { self: { type: "object" } },
    });
  });

  test.each(["#/$defs/Missing", "https://else.example/schema", "#Anchor", "#/%"])(
    "that lead nowhere, as %s, allow anything",
    ($ref) => {
      expect(sentFor({ type: "object", properties: { v: { $ref } } })).toEqual({
        type: "object",
        properties: { v: {} },
      });
    },
  );

  test("that double at every step are cut before they fill the request", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => {
        const $ref = `#/$defs/L${n + 1}`;
        return [`L${n}`, { type: "object", properties: { a: { $ref }, b: { $ref } } }];
      }),
    );
    const sent = sentFor({ type: "object", properties: { a: { $ref: "#/$defs/L0" } }, $defs });
    expect(JSON.stringify(sent).length).toBeLessThan(200_000);
  });

  test("in schemas as deep as a thousand levels overflow nothing", () => {
    let schema: JsonObject = text;
    for (let level = 0; level < 1_000; level += 1) {
      schema = { type: "object", properties: { in: schema } };
    }
    expect(JSON.stringify(sentFor(schema)).length).toBeLessThan(5_000);
  });
});

describe("a tool without arguments (B6.5)", () => {
  test.each([[{ type: "object" }], [{}]])(
    "whose schema is %j is sent with no properties",
    (schema) => {
      for (const provider of PROVIDERS) {
        expect(sentFor(schema, provider)).toEqual({ type: "object", properties: {} });
      }
    },
  );
});

describe("odd property keys (B6.6)", () => {
  const long = "k".repeat(70);
  const schema = {
    type: "object",
    properties: {
      "StartTime<": text,
      StartTime_: text,
      "tags[]": { type: "array", items: { type: "object", properties: { "a b": text } } },
      [long]: text,
      __proto__: undefined,
    },
    required: ["StartTime<"],
  };
  const tools = toolsFor(schema);
  const sent = tools.tools[0]?.schema ?? {};
  const keys = Object.keys(sent["properties"] as JsonObject);

  test("are sent as distinct keys that every provider takes", () => {
    for (const key of keys) expect(key).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toContain("StartTime_");
    expect(sent["required"]).toEqual(["StartTime__2"]);
  });

  test("come back as the server knows them, inside lists too", () => {
    const args = { StartTime__2: "9", StartTime_: "10", tags__: [{ a_b: "x" }] };
    expect(tools.originalArguments("look", args)).toEqual({
      "StartTime<": "9",
      StartTime_: "10",
      "tags[]": [{ "a b": "x" }],
    });
  });

  test("are sent again as the model wrote them", () => {
    const args = { "StartTime<": "9", "tags[]": [{ "a b": "x" }], free: { "a b": 1 } };
    const wire = tools.wireArguments("look", args);
    expect(wire).toEqual({ StartTime__2: "9", tags__: [{ a_b: "x" }], free: { "a b": 1 } });
    expect(tools.originalArguments("look", wire)).toEqual(args);
  });

  test("that only look like a changed key, inside free data, stay", () => {
    const free = { type: "object", properties: { "a<": text, data: { type: "object" } } };
    const args = { a_: "1", data: { a_: "2" } };
    expect(toolsFor(free).originalArguments("look", args)).toEqual({
      "a<": "1",
      data: { a_: "2" },
    });
  });

  test("like __proto__ are no danger to anything on the way", () => {
    const schemaText = '{"type":"object","properties":{"__proto__":{"type":"string"}}}';
    const feared = toolsFor(JSON.parse(schemaText) as JsonObject);
    expect(feared.tools[0]?.schema).toEqual({ type: "object", properties: { key: text } });
    const back = feared.originalArguments("look", { key: "x" });
    expect(JSON.stringify(back)).toBe('{"__proto__":"x"}');
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
  });

  test("make the way there and back for whatever keys there are", () => {
    const key = fc.string({ minLength: 1, maxLength: 80, unit: "grapheme" });
    fc.assert(
      fc.property(fc.uniqueArray(key, { minLength: 1, maxLength: 8 }), (names) => {
        const properties = Object.fromEntries(names.map((name) => [name, text]));
        const odd = toolsFor({ type: "object", properties });
        const args = Object.fromEntries(names.map((name) => [name, name]));
        const wire = odd.wireArguments("look", args);
        for (const name of Object.keys(wire)) expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
        expect(odd.originalArguments("look", wire)).toEqual(args);
      }),
    );
  });
});

describe("drafts (B6.7)", () => {
  test.each([
    "https://json-schema.org/draft/2020-12/schema",
    "http://json-schema.org/draft-07/schema#",
    "http://json-schema.org/draft-04/schema#",
    "https://made-up.example/schema",
  ])("are not told: %s", ($schema) => {
    const rest = { type: "object", properties: { id: text } };
    expect(sentFor({ $schema, ...rest })).toEqual(rest);
  });

  test("of long ago are put into today's words", () => {
    const schema = {
      id: "http://x/y",
      type: "object",
      properties: {
        n: { type: "integer", minimum: 0, exclusiveMinimum: true, required: true },
        pair: { type: "array", items: [text, { type: "number" }] },
        any: { type: "any" },
        yes: true,
      },
    };
    expect(sentFor(schema)).toMatchObject({
      properties: {
        n: { type: "integer", exclusiveMinimum: 0 },
        pair: { type: "array", prefixItems: [text, { type: "number" }], items: {} },
        any: {},
        yes: {},
      },
    });
    expect(JSON.stringify(sentFor(schema))).not.toContain('"required"');
  });
});

test("lists without items get some that allow all, and nothing else changes (B6.8)", () => {
  const schema = {
    type: "object",
    properties: {
      ids: { type: "array" },
      o: { type: "object", properties: { x: { type: ["array", "null"] } } },
    },
  };
  expect(sentFor(schema, "openai")).toEqual({
    type: "object",
    properties: {
      ids: { type: "array", items: {} },
      o: { type: "object", properties: { x: { type: ["array", "null"], items: {} } } },
    },
  });
});

test("required names that no property has are left out, since some providers refuse them", () => {
  const schema = { type: "object", properties: { a: text }, required: ["a", "b", 3] };
  expect(sentFor(schema)).toMatchObject({ required: ["a"] });
});

describe("for Ollama (B6.9)", () => {
  test("each parameter has one type, and null makes it optional", () => {
    const schema = {
      type: "object",
      properties: {
        n: { anyOf: [{ type: "integer" }, { type: "null" }], default: null },
        s: { type: ["string", "null"] },
      },
    };
    expect(sentFor(schema, "ollama")).toEqual({
      type: "object",
      properties: { n: { type: "integer" }, s: text },
    });
  });

  test("constants, choices and conditions are told in the words that it hands on", () => {
    const schema = {
      type: "object",
      properties: {
        kind: { const: "a" },
        either: { oneOf: [text, { type: "integer" }], description: "Which." },
        one: { anyOf: [{ properties: { x: text } }, { properties: { y: text } }] },
      },
      additionalProperties: false,
    };
    expect(sentFor(schema, "ollama")).toEqual({
      type: "object",
      properties: {
        kind: { type: "string", enum: ["a"] },
        either: { type: "string", description: "Which. May also be: integer." },
        one: { type: "object", properties: { x: text, y: text } },
      },
    });
  });
});

test("for Gemini only words that it documents are left", () => {
  const schema = {
    type: "object",
    properties: {
      a: { const: "x", default: "x" },
      b: { type: "string", format: "uri", pattern: "^(?=x)", minLength: 1 },
      c: { oneOf: [text, { type: "integer", exclusiveMinimum: 0 }] },
      d: { enum: ["", "y"] },
      e: { type: "string", format: "date-time" },
    },
    patternProperties: { "^x": {} },
  };
  expect(sentFor(schema, "google")).toEqual({
    type: "object",
    properties: {
      a: { type: "string", enum: ["x"] },
      b: text,
      c: { anyOf: [text, { type: "integer" }] },
      d: { type: "string", enum: ["y"] },
      e: { type: "string", format: "date-time" },
    },
  });
});

describe("whatever a server sends", () => {
  const keywords = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2 },
      fc.anything({ maxDepth: 1 }),
      fc.record(
        {
          type: fc.oneof(
            fc.constantFrom("object", "array", "string", "null", "any", 7),
            fc.array(fc.constantFrom("array", "null", "x")),
          ),
          properties: fc.oneof(fc.dictionary(fc.string(), tie("schema")), fc.constant(3)),
          items: fc.oneof(tie("schema"), fc.array(tie("schema"))),
          required: fc.oneof(fc.array(fc.string()), fc.boolean()),
          anyOf: fc.array(tie("schema")),
          allOf: fc.array(tie("schema")),
          enum: fc.array(fc.jsonValue()),
          $ref: fc.constantFrom("#", "#/properties/a", "#/$defs/x", 4),
          exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer()),
        },
        { requiredKeys: [] },
      ),
    ),
  })).schema;

  test.each(PROVIDERS)("becomes an object's schema that %s can read", (provider) => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), keywords), keywords, (properties, other) => {
        const sent = sentFor({ properties, anyOf: [other] }, provider);
        expect(sent).toMatchObject({ type: "object", properties: expect.any(Object) as object });
        expect(sent).not.toHaveProperty("anyOf");
        expect(JSON.stringify(sent)).not.toContain('"$ref"');
      }),
      { numRuns: 20 },
    );
  });
});
