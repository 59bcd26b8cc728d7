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
const kept: string[] = [];
const mapping = {
  keepPicture: () => picture,
  keepLong: (bytes: Uint8Array) => {
    kept.push(Buffer.from(bytes).toString("utf8"));
    return { file: "f".repeat(64), bytes: bytes.byteLength, place: "files/ff/ffff" };
  },
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
    expect(toModel({ structuredContent: { a: 1 } })).toEqual([
      { type: "text", text: '{\n  "a": 1\n}' },
    ]);
    expect(
      toModel({ content: [{ type: "text", text: "t" }], structuredContent: { a: 1 } }),
    ).toEqual([{ type: "text", text: "t" }]);
  });
});

describe("a long result (B7.9)", () => {
  const long = `${"x".repeat(62_000_000)}END-42`;

  it("is kept whole as a file; block and model have head, tail, and where the whole is", () => {
    const { content, model } = mapResult({ content: [{ type: "text", text: long }] }, mapping);
    expect(kept.at(-1) === long).toBe(true);
    const [block] = content;
    expect(block?.["whole"]).toEqual({ file: "f".repeat(64), bytes: 62_000_006 });
    expect(String(block?.["text"]).length).toBeLessThan(52_000);
    expect(model).toEqual([{ type: "text", text: block?.["text"] }]);
    expect(block?.["text"]).toMatch(
      /^x+\n.* \d+ bytes, full text in files\/ff\/ffff …\]\nx+END-42$/,
    );
  });

  it("has no sounds and no attachments in it, but files of them", () => {
    const bytes = "A".repeat(8_000);
    const blocks = [
      { type: "audio", data: bytes, mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "file:///b", mimeType: "x/y", blob: bytes } },
    ];
    const { content, model } = mapResult({ content: blocks }, mapping);
    expect(JSON.stringify(content)).not.toContain("AAAA");
    expect(model).toEqual([
      {
        type: "text",
        text: "[audio omitted: audio/wav, 6000 bytes]\n[resource file:///b: x/y, 6000 bytes omitted]",
      },
    ]);
  });

  it("is completed before it is cut", () => {
    const completeText = (text: string) => text.replace("MIDDLE", "found");
    const text = `${"x".repeat(30_000)}${"\n".repeat(30_000)}MIDDLE`;
    const [block] = mapResult(
      { content: [{ type: "text", text }] },
      { ...mapping, completeText },
    ).model;
    expect(block).toMatchObject({ text: expect.stringContaining("found") });
  });

  it("cannot name a file of the app's by itself", () => {
    const foreign = { type: "text", text: "t", whole: { file: "a".repeat(64) } };
    expect(mapResult({ content: [foreign] }, mapping).content).toEqual([
      { type: "text", text: "t" },
    ]);
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
});
