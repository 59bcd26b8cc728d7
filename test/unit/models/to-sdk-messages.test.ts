import { describe, expect, test } from "vitest";
import type { TranscriptEntry } from "../../../src-main/agent/ports.ts";
import { toSdkMessages } from "../../../src-main/models/to-sdk-messages.ts";
import type { ModelBlock } from "../../../src-preload/model/content.ts";

const BYTES = Buffer.from("bytes of a picture");
const HASH = "a".repeat(64);
const GONE = "b".repeat(64);

const question: TranscriptEntry = { role: "user", text: "Look" };
const asked: TranscriptEntry = {
  role: "assistant",
  parts: [
    { type: "text", text: "I look." },
    { type: "tool-call", callId: "c1", name: "shot", arguments: { n: 1 } },
  ],
};

function picture(file: string): ModelBlock {
  return { type: "image", mimeType: "image/png", file, bytes: 18, width: 1, height: 1 };
}

function result(content: readonly ModelBlock[], isError = false, callId = "c1") {
  return { callId, name: "shot", isError, content };
}

function read(sha256: string): Buffer {
  if (sha256 === GONE) throw new Error("ENOENT");
  return BYTES;
}

function toAnthropic(...transcript: readonly TranscriptEntry[]) {
  return toSdkMessages(transcript, "anthropic", read);
}

function toOpenAi(...transcript: readonly TranscriptEntry[]) {
  return toSdkMessages(transcript, "openai-compatible", read);
}

describe.each(["anthropic", "openai-compatible"] as const)("for %s", (provider) => {
  test("words and calls keep their order", () => {
    expect(toSdkMessages([question, asked], provider, read)).toEqual([
      { role: "user", content: "Look" },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "tool-call", toolCallId: "c1", toolName: "shot", input: { n: 1 } },
        ],
      },
    ]);
  });

  test("an answer of which nothing can be sent is left out", () => {
    const empty: TranscriptEntry = { role: "assistant", parts: [{ type: "text", text: "" }] };
    expect(toSdkMessages([question, empty], provider, read)).toHaveLength(1);
  });

  test("a picture whose file is gone is a line of text", () => {
    const entry: TranscriptEntry = { role: "tool", results: [result([picture(GONE)])] };
    const messages = toSdkMessages([question, asked, entry], provider, read);
    expect(messages).toHaveLength(3);
    expect(JSON.stringify(messages[2])).toContain("[image omitted: the file of this image/png");
  });

  test("a result without content says so", () => {
    const entry: TranscriptEntry = { role: "tool", results: [result([])] };
    const messages = toSdkMessages([question, asked, entry], provider, read);
    expect(JSON.stringify(messages[2])).toContain("The tool returned nothing.");
  });
});

describe("reasoning", () => {
  const signed = { anthropic: { signature: "S" } };
  const reasoned = (providerData?: unknown): TranscriptEntry => ({
    role: "assistant",
    parts: [
      { type: "reasoning", text: "hm", ...(providerData === undefined ? {} : { providerData }) },
    ],
  });

  test("goes back to Anthropic with its signature", () => {
    expect(toAnthropic(question, reasoned(signed))[1]).toEqual({
      role: "assistant",
      content: [{ type: "reasoning", text: "hm", providerOptions: signed }],
    });
  });

  test("of another model is not sent to Anthropic", () => {
    expect(toAnthropic(question, reasoned())).toHaveLength(1);
  });

  test("of this turn goes back to a chat-completions server", () => {
    expect(toOpenAi(question, reasoned())[1]).toEqual({
      role: "assistant",
      content: [{ type: "reasoning", text: "hm" }],
    });
  });

  test("of an earlier turn does not", () => {
    expect(toOpenAi(question, reasoned(), question)).toHaveLength(2);
  });

  test("of Anthropic's is not sent to a chat-completions server", () => {
    expect(toOpenAi(question, reasoned(signed))).toHaveLength(1);
  });
});

describe("tool results for Anthropic", () => {
  test("hold text and pictures in their order", () => {
    const content = [{ type: "text" as const, text: "before" }, picture(HASH)];
    const entry: TranscriptEntry = { role: "tool", results: [result(content)] };
    expect(toAnthropic(question, asked, entry)[2]).toEqual({
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "c1",
          toolName: "shot",
          output: {
            type: "content",
            value: [
              { type: "text", text: "before" },
              {
                type: "file",
                mediaType: "image/png",
                data: { type: "data", data: BYTES.toString("base64") },
              },
            ],
          },
        },
      ],
    });
  });

  test("that report an error are marked as one", () => {
    const entry: TranscriptEntry = {
      role: "tool",
      results: [result([{ type: "text", text: "no such page" }], true)],
    };
    expect(JSON.stringify(toAnthropic(question, asked, entry)[2])).toContain(
      '{"type":"error-text","value":"no such page"}',
    );
  });

  test("that report an error with a picture say it in words, as the mark has no place there", () => {
    const entry: TranscriptEntry = { role: "tool", results: [result([picture(HASH)], true)] };
    const sent = JSON.stringify(toAnthropic(question, asked, entry)[2]);
    expect(sent).toContain('{"type":"text","text":"The tool reported an error:"}');
    expect(sent).toContain('"type":"file"');
  });
});

describe("tool results for a chat-completions server", () => {
  test("are text alone; all pictures follow in one message, numbered", () => {
    const entry: TranscriptEntry = {
      role: "tool",
      results: [
        result([{ type: "text", text: "one" }, picture(HASH)]),
        result([picture(HASH), { type: "text", text: "two" }], false, "c2"),
      ],
    };
    const [results, pictures, ...rest] = toOpenAi(question, asked, entry).slice(2);
    expect(results).toEqual({
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "c1",
          toolName: "shot",
          output: { type: "text", value: "one\n[image 1 attached below]" },
        },
        {
          type: "tool-result",
          toolCallId: "c2",
          toolName: "shot",
          output: { type: "text", value: "[image 2 attached below]\ntwo" },
        },
      ],
    });
    expect(pictures).toEqual({
      role: "user",
      content: [
        { type: "text", text: "[image 1]" },
        { type: "file", mediaType: "image/png", data: BYTES },
        { type: "text", text: "[image 2]" },
        { type: "file", mediaType: "image/png", data: BYTES },
      ],
    });
    expect(rest).toEqual([]);
  });

  test("without pictures are followed by nothing", () => {
    const entry: TranscriptEntry = {
      role: "tool",
      results: [result([{ type: "text", text: "one" }])],
    };
    expect(toOpenAi(question, asked, entry)).toHaveLength(3);
  });
});
