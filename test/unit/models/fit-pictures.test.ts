import { describe, expect, test } from "vitest";
import type { RemoteProvider } from "../../../src-main/models/model-address.ts";
import { PictureFitter } from "../../../src-main/models/wire/fit-pictures.ts";
import type { FittedEntry } from "../../../src-main/models/wire/fit-transcript.ts";
import type { ScalePicture } from "../../../src-main/models/wire/prepare-picture.ts";
import { wireRules } from "../../../src-main/models/wire/wire-rules.ts";
import type { WireEntry } from "../../../src-main/models/wire/wire-request.ts";
import type { Picture } from "../../../src-preload/model/content.ts";
import { gif, jpeg, png } from "../../integration/store/pictures.ts";

/** Files by their first letter; the rest of the name is as long as a hash. */
const FILES: Readonly<Record<string, Buffer>> = {
  a: png(1_280, 800),
  b: jpeg(640, 480),
  c: gif(10, 10),
  d: png(9_000, 4_000),
  e: png(800, 600, "x".repeat(6_000_000)),
  f: Buffer.from("no picture at all"),
};

function picture(letter: string, mimeType = "image/png"): Picture {
  return { type: "image", mimeType, file: letter.repeat(64), bytes: 9, width: 1_280, height: 800 };
}

function read(file: string): Buffer {
  const bytes = FILES[file.charAt(0)];
  if (bytes === undefined) throw new Error("ENOENT");
  return bytes;
}

function resultWith(...pictures: readonly Picture[]): FittedEntry {
  const done = { type: "text" as const, text: "done" };
  return {
    role: "tool",
    results: [{ callId: "c", name: "shot", isError: false, blocks: [done, ...pictures] }],
  };
}

interface Options {
  readonly provider?: RemoteProvider;
  readonly vision?: boolean;
  readonly refused?: ReadonlySet<string>;
  readonly scale?: ScalePicture;
}

async function fit(entries: readonly FittedEntry[], options: Options = {}) {
  const { provider = "anthropic", vision = true, refused = new Set<string>() } = options;
  const scale: ScalePicture = options.scale ?? (() => Promise.resolve(null));
  const fitter = new PictureFitter({ rules: wireRules(provider).pictures, read, scale });
  return fitter.fit(entries, { vision, refused });
}

function blocksOf(entries: readonly WireEntry[]) {
  return entries.flatMap((entry) => {
    if (entry.role === "assistant") return [];
    return entry.role === "user" ? entry.blocks : entry.results.flatMap(({ blocks }) => blocks);
  });
}

const picturesIn = (entries: readonly WireEntry[]) =>
  blocksOf(entries).filter((block) => block.type === "picture");

const wordsIn = (entries: readonly WireEntry[]) =>
  blocksOf(entries).flatMap((block) => (block.type === "text" ? [block.text] : []));

test.each(["image/jpeg", "image/jpg", ""])(
  "a PNG that is called %j is sent as the PNG that it is (B7.2)",
  async (declared) => {
    const { entries } = await fit([resultWith(picture("a", declared))]);
    expect(picturesIn(entries)).toEqual([
      { type: "picture", mimeType: "image/png", bytes: FILES["a"] },
    ]);
  },
);

test.each([
  ["whose bytes are none", "f", "its bytes are none of a picture"],
  ["whose file is gone", "9", "its file is missing"],
])("a picture %s becomes a note (B7.2)", async (_what, letter, why) => {
  const { entries, sent } = await fit([resultWith(picture(letter))]);
  expect(wordsIn(entries)).toContain(`[image image/png 1280×800, ${why}]`);
  expect(sent).toEqual([]);
});

test("a model without vision gets a note, and no byte (B7.1, B12.5)", async () => {
  const { entries } = await fit([resultWith(picture("a"))], { vision: false });
  expect(wordsIn(entries)).toEqual(["done", "[image image/png 1280×800, shown to the user]"]);
});

test("a picture that the provider refused becomes a note (B7.2)", async () => {
  const refused = new Set(["a".repeat(64)]);
  const { entries, sent } = await fit([resultWith(picture("a"), picture("b"))], { refused });
  expect(wordsIn(entries)[1]).toContain("refused by the provider");
  expect(sent).toEqual(["b".repeat(64)]);
});

describe("a picture that is too large", () => {
  test.each([
    ["in pixels", "d"],
    ["in bytes", "e"],
  ])("%s is scaled to the provider's limits, once", async (_how, letter) => {
    const asked: object[] = [];
    const scale: ScalePicture = (_bytes, limits) => {
      asked.push(limits);
      return Promise.resolve(jpeg(1_568, 697));
    };
    const fitter = newFitter(scale);
    const choice = { vision: true, refused: new Set<string>() };
    await fitter.fit([resultWith(picture(letter))], choice);
    const { entries } = await fitter.fit([resultWith(picture(letter))], choice);
    expect(picturesIn(entries)).toEqual([
      { type: "picture", mimeType: "image/jpeg", bytes: jpeg(1_568, 697) },
    ]);
    expect(asked).toEqual([expect.objectContaining({ maxEdge: 1_568, maxBytes: 3_600_000 })]);
  });

  test("is described where nothing can scale it", async () => {
    const { entries } = await fit([resultWith(picture("d"))]);
    expect(wordsIn(entries)[1]).toContain("not of a kind or size that this model takes");
  });

  test("is described when what comes back is too large as well", async () => {
    const scale: ScalePicture = () => Promise.resolve(png(5_000, 5_000));
    const { entries } = await fit([resultWith(picture("d"))], { scale });
    expect(picturesIn(entries)).toEqual([]);
  });
});

function newFitter(scale: ScalePicture): PictureFitter {
  return new PictureFitter({ rules: wireRules("anthropic").pictures, read, scale });
}

test("a GIF goes to Anthropic, but not to Gemini, which takes none", async () => {
  const entries = [resultWith(picture("c"))];
  expect(picturesIn((await fit(entries)).entries)).toHaveLength(1);
  expect(picturesIn((await fit(entries, { provider: "google" })).entries)).toHaveLength(0);
});

test("of more pictures than a provider takes the newest are sent", async () => {
  const entries = Array.from({ length: 20 }, (_, index) =>
    resultWith(picture(index < 10 ? "a" : "b")),
  );
  const { sent, entries: fitted } = await fit(entries, { provider: "ollama" });
  expect(sent).toHaveLength(16);
  expect(sent.filter((file) => file.startsWith("b"))).toHaveLength(10);
  expect(wordsIn(fitted).filter((text) => text.includes("there are newer ones"))).toHaveLength(4);
});

test("all pictures of a request stay within its budget", async () => {
  const big = png(800, 600, "x".repeat(3_000_000));
  const rules = wireRules("anthropic").pictures;
  const fitter = new PictureFitter({ rules, read: () => big, scale: () => Promise.resolve(null) });
  const entries = Array.from({ length: 10 }, () => resultWith(picture("a")));
  const { sent } = await fitter.fit(entries, { vision: true, refused: new Set() });
  expect(sent).toHaveLength(5);
});

describe("where results take no pictures (B12.5)", () => {
  const two: FittedEntry = {
    role: "tool",
    results: [
      {
        callId: "c1",
        name: "shot",
        isError: false,
        blocks: [{ type: "text", text: "one" }, picture("a")],
      },
      {
        callId: "c2",
        name: "shot",
        isError: false,
        blocks: [picture("b"), { type: "text", text: "two" }],
      },
    ],
  };

  test.each(["openai-compatible", "ollama"] as const)(
    "%s gets all results as text and then one message with the pictures, numbered",
    async (provider) => {
      const { entries } = await fit([two], { provider });
      const [results, below, ...rest] = entries;
      expect(wordsIn(results ? [results] : [])).toEqual([
        "one",
        "[image 1 attached below]",
        "[image 2 attached below]",
        "two",
      ]);
      expect(below).toEqual({
        role: "user",
        blocks: [
          { type: "text", text: "[image 1]" },
          { type: "picture", mimeType: "image/png", bytes: FILES["a"] },
          { type: "text", text: "[image 2]" },
          { type: "picture", mimeType: "image/jpeg", bytes: FILES["b"] },
        ],
      });
      expect(rest).toEqual([]);
    },
  );

  test("the person's next words go into the same message: some prompts take no two in a row", async () => {
    const next: FittedEntry = { role: "user", blocks: [{ type: "text", text: "next" }] };
    const { entries } = await fit([two, next], { provider: "openai-compatible" });
    expect(entries.map(({ role }) => role)).toEqual(["tool", "user"]);
    expect(wordsIn(entries).at(-1)).toBe("next");
  });
});
