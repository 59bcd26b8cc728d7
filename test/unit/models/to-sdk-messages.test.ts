import type { ModelMessage } from "ai";
import { describe, expect, test } from "vitest";
import type { RemoteProvider } from "../../../src-main/models/model-address.ts";
import { toSdkMessages } from "../../../src-main/models/to-sdk-messages.ts";
import type { WireBlock, WireEntry } from "../../../src-main/models/wire/wire-request.ts";

const BYTES = Buffer.from("bytes of a picture");

const question: WireEntry = { role: "user", blocks: [{ type: "text", text: "Look" }] };
const asked: WireEntry = {
  role: "assistant",
  parts: [
    { type: "text", text: "I look." },
    { type: "tool-call", callId: "c1", name: "shot", arguments: { n: 1 } },
  ],
};
const picture: WireBlock = { type: "picture", mimeType: "image/png", bytes: BYTES };

function resultOf(isError: boolean, ...blocks: readonly WireBlock[]): WireEntry {
  return { role: "tool", results: [{ callId: "c1", name: "shot", isError, blocks }] };
}

function sent(
  provider: RemoteProvider,
  entries: readonly WireEntry[],
  callData = new Map<string, Record<string, Record<string, string>>>(),
): readonly ModelMessage[] {
  return toSdkMessages(entries, { provider, callData });
}

test("words and calls keep their order", () => {
  expect(sent("openai", [question, asked])).toEqual([
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

test("what a provider told about its call goes back with the call", () => {
  const mark = { google: { thoughtSignature: "S" } };
  const [message] = sent("google", [asked], new Map([["c1", mark]]));
  expect(JSON.stringify(message)).toContain(
    '"providerOptions":{"google":{"thoughtSignature":"S"}}',
  );
});

describe("a result", () => {
  test("holds text and pictures in their order", () => {
    const entry = resultOf(false, { type: "text", text: "before" }, picture);
    expect(sent("openai", [entry])).toEqual([
      {
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
      },
    ]);
  });

  test.each([
    ["anthropic", '{"type":"error-text","value":"disk full"}'],
    ["google", '{"type":"error-text","value":"disk full"}'],
    ["openai", '"value":"The tool reported an error:\\ndisk full"'],
    ["openai-compatible", '"value":"The tool reported an error:\\ndisk full"'],
  ] as const)("that is an error is marked as one for %s (B7.8)", (provider, mark) => {
    const [message] = sent(provider, [resultOf(true, { type: "text", text: "disk full" })]);
    expect(JSON.stringify(message)).toContain(mark);
  });

  test("that is an error with a picture says it in words, as the mark has no place there", () => {
    const [message] = sent("anthropic", [resultOf(true, picture)]);
    expect(JSON.stringify(message)).toContain("The tool reported an error:");
    expect(JSON.stringify(message)).toContain('"type":"file"');
  });
});

describe("for Anthropic's cache", () => {
  const marked = (messages: readonly ModelMessage[]) =>
    messages.flatMap(({ providerOptions }, index) => (providerOptions ? [index] : []));

  test("the end of the request and the end of the one before are marked", () => {
    const result = resultOf(false, { type: "text", text: "Done" });
    const messages = sent("anthropic", [question, asked, result, asked, result]);
    expect(marked(messages)).toEqual([2, 4]);
  });

  test("nothing is marked for others", () => {
    expect(marked(sent("openai", [question, asked]))).toEqual([]);
  });
});
