import { describe, expect, it } from "vitest";
import { argumentCheck } from "../../../src-main/agent/check-arguments.ts";

const schema = {
  type: "object",
  properties: {
    url: { type: "string" },
    count: { type: "integer" },
    wide: { type: ["boolean", "null"] },
    tags: { type: "array", items: { type: "string" } },
    free: {},
    any: { anyOf: [{ type: "string" }, { type: "number" }], type: "string" },
  },
  required: ["url"],
};

describe("the check of arguments before a server gets them", () => {
  it.each([
    [{ url: "a" }],
    [{ url: "a", count: 2, wide: null, tags: [], free: 1, any: 3, more: true }],
  ])("lets through what fits: %j", (args) => {
    expect(argumentCheck(schema)(args)).toEqual([]);
  });

  it.each([
    [{}, '"url" is missing'],
    [{ url: 5 }, '"url" must be a string, not a number'],
    [{ url: null }, '"url" must be a string, not null'],
    [{ url: "a", count: "2" }, '"count" must be an integer, not a string'],
    [{ url: "a", count: 2.5 }, '"count" must be an integer, not a number'],
    [{ url: "a", wide: "yes" }, '"wide" must be a boolean or null, not a string'],
    [{ url: "a", tags: "x" }, '"tags" must be an array, not a string'],
    [{ url: "a", tags: {} }, '"tags" must be an array, not an object'],
  ])("says what is wrong with %j", (args, problem) => {
    expect(argumentCheck(schema)(args)).toEqual([problem]);
  });

  it("does not miss what the server fills in by itself", () => {
    const scale = { type: "string", enum: ["css", "device"], default: "css" };
    const check = argumentCheck({ type: "object", properties: { scale }, required: ["scale"] });
    expect(check({})).toEqual([]);
    expect(check({ scale: 2 })).toEqual(['"scale" must be a string, not a number']);
  });

  it("takes a name that every object has for missing", () => {
    expect(argumentCheck({ required: ["toString"] })({})).toEqual(['"toString" is missing']);
  });

  it.each([
    [{ type: "object", required: "url" }],
    [{ type: "object", required: [1] }],
    [{ type: "object", properties: [], required: ["url"] }],
    [{ type: "object", properties: { url: { type: "strng" } }, required: ["url"] }],
    [{ type: "object", properties: { url: 5 }, required: ["url"] }],
    [{ $ref: "#/$defs/x", required: ["url"] }],
  ])("leaves a schema that makes no sense to the server: %j", (broken) => {
    expect(argumentCheck(broken)({ count: "2" })).toEqual([]);
  });
});
