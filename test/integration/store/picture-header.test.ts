import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pictureHeader } from "../../../src-main/base/picture-header.ts";
import { extendedWebp, gif, jpeg, losslessWebp, lossyWebp, png } from "./pictures.ts";

describe("a picture's header", () => {
  it.each([
    ["PNG", "image/png", png(1280, 47_959)],
    ["GIF", "image/gif", gif(1280, 47_959)],
    ["JPEG", "image/jpeg", jpeg(1280, 47_959)],
    ["progressive JPEG", "image/jpeg", jpeg(1280, 47_959, 0xc2)],
    ["extended WebP", "image/webp", extendedWebp(1280, 47_959)],
  ])("gives type and size of a %s", (_kind, mimeType, bytes) => {
    expect(pictureHeader(bytes)).toEqual({ mimeType, width: 1280, height: 47_959 });
  });

  it.each([
    ["lossy", lossyWebp(1280, 720)],
    ["lossless", losslessWebp(1280, 720)],
  ])("gives type and size of a %s WebP", (_kind, bytes) => {
    expect(pictureHeader(bytes)).toEqual({ mimeType: "image/webp", width: 1280, height: 720 });
  });

  it.each([
    ["nothing", ""],
    ["SVG", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
    ["HTML", "<!doctype html>"],
    ["a RIFF file of another kind", "RIFF\0\0\0\0WAVEfmt "],
    ["BMP", "BM\0\0\0\0"],
  ])("is not found in %s", (_kind, text) => {
    expect(pictureHeader(Buffer.from(text, "latin1"))).toBeNull();
  });

  it("says that the size is unknown where it is nought", () => {
    expect(pictureHeader(png(0, 5))).toEqual({ mimeType: "image/png", width: null, height: null });
  });

  it("is read from the bytes' own place in a larger buffer", () => {
    const bytes = new Uint8Array(Buffer.concat([Buffer.from("xyz"), png(3, 2)])).subarray(3);
    expect(pictureHeader(bytes)).toMatchObject({ width: 3, height: 2 });
  });

  it("of a file that is cut off anywhere is still its type, or nothing", () => {
    const whole = [png(3, 2), gif(3, 2), jpeg(3, 2), lossyWebp(3, 2), losslessWebp(3, 2)];
    fc.assert(
      fc.property(fc.constantFrom(...whole), fc.nat(40), (bytes, length) => {
        const cut = pictureHeader(bytes.subarray(0, length));
        expect([null, pictureHeader(bytes)?.mimeType]).toContain(cut?.mimeType ?? null);
      }),
    );
  });

  it("never fails, whatever follows a picture's magic", () => {
    const magic = fc.constantFrom(
      "\x89PNG\r\n\x1a\n",
      "\xff\xd8\xff",
      "GIF87a",
      "RIFF\0\0\0\0WEBPVP8X",
    );
    fc.assert(
      fc.property(magic, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        const bytes = Buffer.concat([Buffer.from(start, "latin1"), rest]);
        expect(pictureHeader(bytes)).not.toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });
});
