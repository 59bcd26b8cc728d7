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
const mapping = { keepPicture: () => picture, completeText: (text: string) => text };
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
    expect(toModel({ structuredContent: { a: 1 } })).toEqual([
      { type: "text", text: '{\n  "a": 1\n}' },
    ]);
    expect(
      toModel({ content: [{ type: "text", text: "t" }], structuredContent: { a: 1 } }),
    ).toEqual([{ type: "text", text: "t" }]);
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
