import { describe, expect, it } from "vitest";
import type { Picture } from "../../../src-preload/model/content.ts";
import { capText } from "../../../src-main/mcp/result/cap-text.ts";
import { mapResult } from "../../../src-main/mcp/result/map-result.ts";

const picture: Picture = {
  type: "image",
  mimeType: "image/png",
  file: "a".repeat(64),
  bytes: 3,
  width: 1,
  height: 1,
};
const textFile = "b".repeat(64);
const mapping = {
  keepPicture: () => picture,
  keepFile: () => "c".repeat(64),
  keepText: (text: string) => ({ file: textFile, bytes: text.length, place: "/kept/text" }),
  completeText: (text: string) => text,
};
const toModel = (raw: Record<string, unknown>) => mapResult(raw, mapping).model;

describe("a result (M21)", () => {
  it("keeps the server's blocks, with a picture's bytes as a file", () => {
    const { content } = mapResult(
      {
        content: [
          { type: "image", data: "AAAA", mimeType: "image/png", _meta: { a: 1 } },
          { type: "new", x: 1 },
        ],
      },
      mapping,
    );
    expect(content).toEqual([
      { ...picture, _meta: { a: 1 } },
      { type: "new", x: 1 },
    ]);
  });

  it("is one text for the model where texts stand together", () => {
    const raw = {
      content: [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
    };
    expect(toModel(raw)).toEqual([{ type: "text", text: "a\nb" }]);
  });

  it("takes a picture's bytes out of a data URL, which some servers send (B7.2)", () => {
    const kept: Buffer[] = [];
    const data = "data:image/png;base64,iVBORw0KGgo=";
    const keepPicture = (bytes: Buffer) => {
      kept.push(bytes);
      return picture;
    };
    mapResult({ content: [{ type: "image", data, mimeType: "" }] }, { ...mapping, keepPicture });
    expect(kept).toEqual([Buffer.from("iVBORw0KGgo=", "base64")]);
  });

  it("says so when a picture cannot be decoded", () => {
    const raw = { content: [{ type: "image", data: "AAAA", mimeType: "image/tiff" }] };
    const { model } = mapResult(raw, { ...mapping, keepPicture: () => null });
    expect(model).toEqual([{ type: "text", text: "[image omitted: image/tiff, 3 bytes]" }]);
  });

  it("has a line for what the model cannot take, and a resource's text in full", () => {
    const raw = {
      content: [
        { type: "audio", data: "AAAA", mimeType: "audio/wav" },
        { type: "resource", resource: { uri: "file:///a", text: "all of it" } },
        { type: "resource", resource: { uri: "file:///b", mimeType: "x/y", blob: "AAAA" } },
        { type: "resource_link", uri: "file:///c", name: "c" },
      ],
    };
    expect(toModel(raw)).toEqual([
      {
        type: "text",
        text: "[audio omitted: audio/wav, 3 bytes]\nResource file:///a:\nall of it\n[resource file:///b: x/y, 3 bytes omitted]\nResource link: file:///c (c)",
      },
    ]);
  });

  it("uses structured content only when there is no other", () => {
    expect(toModel({ structuredContent: { a: 1 } })).toEqual([{ type: "text", text: '{"a":1}' }]);
    expect(
      toModel({ content: [{ type: "text", text: "t" }], structuredContent: { a: 1 } }),
    ).toEqual([{ type: "text", text: "t" }]);
  });

  it("sends structured content once, and in the place of a blank text (B7.3)", () => {
    const structuredContent = { rows: [{ id: 7, name: "pear" }], total: 1 };
    const json = JSON.stringify(structuredContent);
    const only = [{ type: "text", text: json }];
    expect(toModel({ content: [], structuredContent })).toEqual(only);
    expect(toModel({ content: [{ type: "text", text: " \n" }], structuredContent })).toEqual(only);
    expect(toModel({ content: only, structuredContent })).toEqual(only);
    expect(mapResult({ content: [], structuredContent }, mapping).content).toEqual(only);
  });

  it("tells type, name and size of a link where the server does, in one line (B7.5)", () => {
    const link = { type: "resource_link", uri: "file:///tmp/r.pdf", name: "r\n.pdf" };
    expect(toModel({ content: [{ ...link, mimeType: "application/pdf", size: 12 }] })).toEqual([
      {
        type: "text",
        text: "Resource link: file:///tmp/r.pdf (r .pdf, application/pdf, 12 bytes)",
      },
    ]);
  });

  it("delivers what it knows, and a line for each block of an unknown type (B7.6)", () => {
    const content = [
      { type: "json", json: { a: 1 } },
      { type: "text", text: "ok" },
      { type: "hologram" },
      { type: "scent", notes: ["wood"], _meta: { x: 1 } },
    ];
    expect(toModel({ content })).toEqual([
      {
        type: "text",
        text: '{"a":1}\nok\n[unsupported content: hologram]\n[unsupported content: scent] {"notes":["wood"]}',
      },
    ]);
    expect(mapResult({ content }, mapping).content).toEqual(content);
  });

  it("puts no bytes into words, whatever block they come in (B7.1)", () => {
    const data = "A".repeat(400_000);
    const content = [
      { type: "image", data, mimeType: "image/tiff" },
      { type: "audio", data, mimeType: "audio/wav" },
      { type: "video", data, mimeType: "video/mp4" },
      { type: "movie", movie: { data } },
      { type: "resource", resource: { uri: "a", blob: data } },
    ];
    const result = mapResult({ content }, { ...mapping, keepPicture: () => null });
    expect(JSON.stringify(result.model)).not.toMatch(/A{100}/);
  });

  it.each([
    ["of the other alphabet", "-_-_"],
    ["with the beginning of an address", "data:image/png;base64,AAAA"],
    ["with line breaks", "AA\r\nAA"],
    ["without its padding", "AA"],
  ])("takes the bytes of a picture %s (B7.2)", (_kind, data) => {
    const content = [{ type: "image", data, mimeType: "image/png" }];
    expect(toModel({ content })).toEqual([picture]);
  });

  it.each(["no base64 at all!", "AA=AA", "{}", undefined, 7])(
    "makes a note of a picture whose bytes cannot be read: %s (B7.2)",
    (data) => {
      const content = [{ type: "image", data, mimeType: "image/png" }];
      expect(toModel({ content })).toEqual([
        { type: "text", text: expect.stringMatching(/^\[image omitted: image\/png, \d+ bytes\]$/) },
      ]);
    },
  );

  it("takes no server's word for which of the app's files a picture is", () => {
    const content = [{ ...picture }, { type: "text", text: "t", file: textFile }];
    const result = mapResult({ content }, mapping);
    expect(JSON.stringify(result)).not.toMatch(/"file"/);
  });

  it("is failed with its own words, and never without any (B7.8)", () => {
    const failed = { isError: true, content: [{ type: "text", text: "disk full" }] };
    expect(mapResult(failed, mapping)).toMatchObject({
      isError: true,
      model: [{ text: "disk full" }],
    });
    expect(toModel({ isError: true, content: [] })).toEqual([
      { type: "text", text: "(an error without content)" },
    ]);
  });

  it.each(["https://cdn.example/p/1.png?sig=a//b&exp=9", "{a: 1, // x", "[1,2,"])(
    "is delivered byte for byte: %s (B7.10)",
    (text) => {
      const result = mapResult({ content: [{ type: "text", text }] }, mapping);
      expect([result.model, result.content]).toEqual([
        [{ type: "text", text }],
        [{ type: "text", text }],
      ]);
    },
  );

  it("holds no half of a surrogate pair (B7.11)", () => {
    const cut = toModel({ content: [{ type: "text", text: `a${"😀".repeat(200_000)}` }] });
    const half = toModel({ content: [{ type: "text", text: "half \uD83D" }] });
    expect(JSON.stringify([cut, half])).not.toMatch(/\\ud[89a-f]/);
    expect(half).toEqual([{ type: "text", text: "half \uFFFD" }]);
  });

  it.each([undefined, null, "plain", ["plain", 7, null], { type: "text", text: "one" }, 7, [[]]])(
    "is taken whatever its content is: %j",
    (content) => {
      expect(toModel({ content })[0]?.type).toBe("text");
    },
  );

  it("leaves out what is nested too deep to be written down", () => {
    const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`) as unknown;
    const content = [
      { type: "text", text: "seen" },
      { type: "tree", tree: deep },
    ];
    expect(toModel({ content })[0]).toMatchObject({
      text: expect.stringMatching(/^seen\n\[the rest is nested deeper/) as string,
    });
  });
});

describe("an output schema", () => {
  const schema = {
    type: "object",
    properties: { data: { $ref: "#/$defs/Data" } },
    required: ["data"],
    $defs: { Data: { type: "string" } },
  };
  const withSchema = (raw: Record<string, unknown>, outputSchema: unknown = schema) =>
    mapResult(raw, { ...mapping, outputSchema });

  it("makes a note where the result does not fit, and withholds nothing", () => {
    const result = withSchema({ content: [], structuredContent: { data: 7 } });
    expect(result.model).toEqual([{ type: "text", text: '{"data":7}' }]);
    expect(result.notes).toEqual([
      "The structured content does not fit the tool's output schema: /data must be string.",
    ]);
  });

  it("leaves an error its own words, and a text without structured content as it is (B7.7)", () => {
    const content = [{ type: "text", text: "quota used up for project p1" }];
    const failed = withSchema({ isError: true, content, structuredContent: { error: 1 } });
    expect(failed).toMatchObject({ isError: true, model: content });
    expect(failed.notes).toBeUndefined();
    const fine = withSchema({ content: [{ type: "text", text: "fine" }] });
    expect(fine.model).toEqual([{ type: "text", text: "fine" }]);
    expect(fine.notes).toHaveLength(1);
  });

  it("is silent where all fits", () => {
    expect(withSchema({ structuredContent: { data: "x" } }).notes).toBeUndefined();
  });

  it.each([
    ["that refers to what is not there (B6.4)", { properties: { v: { $ref: "#/$defs/Missing" } } }],
    ["that refers to itself", { $ref: "#" }],
    ["with a kind that nobody knows", { type: "no-such-type" }],
    ["of a draft that nobody knows (B6.7)", { $schema: "https://made.up/schema", type: "string" }],
    ["with a pattern that never ends", { properties: { v: { pattern: "^(a+)+$" } } }],
    ["that is none", "schema"],
    ["with more parts than anybody reads", { anyOf: Array.from({ length: 5_000 }, () => ({})) }],
  ])("%s is not checked", (_kind, outputSchema) => {
    const structuredContent = { v: `${"a".repeat(40)}!` };
    expect(withSchema({ structuredContent }, outputSchema).notes).toBeUndefined();
  });
});

describe("a text that is too long for the model", () => {
  it("keeps its beginning and its end, with a mark between", () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index}`);
    const { text, truncated } = capText(lines.join("\n"));
    expect(truncated).toBe(true);
    expect(text.startsWith("line 0\n")).toBe(true);
    expect(text.endsWith("line 4999")).toBe(true);
    expect(text).toContain("5000 lines");
    expect(text.split("\n").length).toBeLessThanOrEqual(2_001);
  });

  it("stays under 50 KB also when it is one line, and cuts no character in two", () => {
    const { text } = capText("ü".repeat(100_000));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(50 * 1_024 + 200);
    expect(text).not.toContain("\uFFFD");
  });

  it("says how much is left out, and where all of it is (B7.9)", () => {
    const text = `${"x".repeat(61_999_994)}END-42`;
    const { model, content } = mapResult({ content: [{ type: "text", text }] }, mapping);
    const shown = model[0]?.type === "text" ? model[0].text : "";
    expect(shown.endsWith("END-42")).toBe(true);
    expect(shown).toMatch(
      /\[… \d+ bytes left out of 62000000 bytes in 1 lines; full text in \/kept\/text …\]/,
    );
    expect(JSON.stringify(content).length).toBeLessThan(60_000);
    expect(content[0]).toMatchObject({ file: textFile, bytes: 62_000_000, truncated: true });
  });

  it("is one limit for all texts of a result, and the model's own where that is narrower", () => {
    const block = { type: "text", text: "y".repeat(40_000) };
    const image = { type: "image", data: "AAAA", mimeType: "image/png" };
    const raw = { content: [block, image, block] };
    const texts = (limits?: { lines: number; bytes: number }) =>
      mapResult(raw, { ...mapping, ...(limits ? { limits } : {}) }).model;
    expect(texts().map(({ type }) => type)).toEqual(["text", "image"]);
    expect(JSON.stringify(texts()).length).toBeLessThan(52_000);
    expect(JSON.stringify(texts({ lines: 10, bytes: 1_000 })).length).toBeLessThan(1_600);
  });

  it("is capped also when it is nothing but line ends", () => {
    expect(capText("\n".repeat(30_000_000)).truncated).toBe(true);
    const startedAt = performance.now();
    capText("\n".repeat(30_000_000));
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
