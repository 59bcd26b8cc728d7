import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { StepRequest } from "../../../src-main/agent/ports.ts";
import { ModelServer } from "../../fixtures/model-server/model-server.ts";
import type { RecordedRequest } from "../../fixtures/model-server/recorded-request.ts";
import {
  addressOf,
  clickTool,
  eventsOf,
  KEY,
  modelAt,
  PNG,
  question,
  type Provider,
} from "./models-under-test.ts";

let server: ModelServer;

beforeEach(async () => {
  server = await new ModelServer().start();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const PICTURE = PNG.toString("base64");

const picture = {
  type: "image" as const,
  mimeType: "image/png",
  file: "a".repeat(64),
  bytes: 7,
  width: 1,
  height: 1,
};

/** A question, two calls with their results, one with a picture, and a second question. */
const afterTwoCalls: StepRequest = {
  ...question,
  transcript: [
    { role: "user", text: "Click the button" },
    {
      role: "assistant",
      parts: [
        { type: "reasoning", text: "Hm.", providerData: { anthropic: { signature: "S1" } } },
        { type: "text", text: "I click twice." },
        { type: "tool-call", callId: "c1", name: "browser_click", arguments: { target: "e1" } },
        { type: "tool-call", callId: "c2", name: "browser_click", arguments: { target: "e2" } },
      ],
    },
    {
      role: "tool",
      results: [
        {
          callId: "c1",
          name: "browser_click",
          isError: false,
          content: [{ type: "text", text: "Clicked" }, picture],
        },
        {
          callId: "c2",
          name: "browser_click",
          isError: true,
          content: [{ type: "text", text: "No such element" }],
        },
      ],
    },
    { role: "assistant", parts: [{ type: "text", text: "One worked." }] },
    { role: "user", text: "Which?" },
  ],
};

async function sent(
  provider: Provider,
  request = question,
  key: string | null = KEY,
): Promise<RecordedRequest> {
  server.enqueue({ text: "Yes." });
  await eventsOf(modelAt(addressOf(server, provider), provider, { key }), request);
  return server.waitForRequest();
}

describe("a request to Anthropic", () => {
  test("holds the whole conversation, pictures inside the results", async () => {
    const { path, body } = await sent("anthropic", afterTwoCalls);
    expect(path).toBe("/v1/messages");
    expect(body["system"]).toEqual([
      { type: "text", text: "You work in a browser.", cache_control: { type: "ephemeral" } },
    ]);
    expect(body.messages).toEqual([
      { role: "user", content: [{ type: "text", text: "Click the button" }] },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: "S1" },
          { type: "text", text: "I click twice." },
          { type: "tool_use", id: "c1", name: "browser_click", input: { target: "e1" } },
          { type: "tool_use", id: "c2", name: "browser_click", input: { target: "e2" } },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "c1",
            content: [
              { type: "text", text: "Clicked" },
              {
                type: "image",
                source: { type: "base64", media_type: "image/png", data: PICTURE },
              },
            ],
          },
          {
            type: "tool_result",
            tool_use_id: "c2",
            content: "No such element",
            is_error: true,
            cache_control: { type: "ephemeral" },
          },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: "One worked." }] },
      {
        role: "user",
        content: [{ type: "text", text: "Which?", cache_control: { type: "ephemeral" } }],
      },
    ]);
  });

  test("holds the tools as they are, without members that a proxy may not know", async () => {
    const { body } = await sent("anthropic");
    expect(body.tools).toEqual([
      {
        name: "browser_click",
        description: "Clicks an element",
        input_schema: clickTool.inputSchema,
      },
    ]);
  });

  test("limits the answer and asks for a stream", async () => {
    const { body } = await sent("anthropic");
    expect(body).toMatchObject({ model: "model-1", max_tokens: 32_000, stream: true });
  });

  test("carries the key in its header alone", async () => {
    const { headers, body } = await sent("anthropic");
    expect(headers["x-api-key"]).toBe(KEY);
    expect(JSON.stringify(body)).not.toContain(KEY);
  });

  test.each([undefined, "sk-of-the-environment"])(
    "carries no key where there is none, with %j in the environment",
    async (ofEnvironment) => {
      vi.stubEnv("ANTHROPIC_API_KEY", ofEnvironment);
      const { headers } = await sent("anthropic", question, null);
      expect(headers["x-api-key"]).toBeUndefined();
      expect(JSON.stringify(headers)).not.toContain("environment");
    },
  );
});

describe("a request to a chat-completions server", () => {
  test("holds the whole conversation, pictures after the results", async () => {
    const { path, body } = await sent("openai-compatible", afterTwoCalls);
    expect(path).toBe("/v1/chat/completions");
    const call = (id: string, target: string) => ({
      id,
      type: "function",
      function: { name: "browser_click", arguments: JSON.stringify({ target }) },
    });
    expect(body.messages).toEqual([
      { role: "system", content: "You work in a browser." },
      { role: "user", content: "Click the button" },
      {
        role: "assistant",
        content: "I click twice.",
        tool_calls: [call("c1", "e1"), call("c2", "e2")],
      },
      { role: "tool", tool_call_id: "c1", content: "Clicked\n[image 1 attached below]" },
      { role: "tool", tool_call_id: "c2", content: "The tool reported an error:\nNo such element" },
      {
        role: "user",
        content: [
          { type: "text", text: "[image 1]" },
          { type: "image_url", image_url: { url: `data:image/png;base64,${PICTURE}` } },
        ],
      },
      { role: "assistant", content: "One worked." },
      { role: "user", content: "Which?" },
    ]);
  });

  test("holds the tools as they are", async () => {
    const { body } = await sent("openai-compatible");
    expect(body.tools).toEqual([
      {
        type: "function",
        function: {
          name: "browser_click",
          description: "Clicks an element",
          parameters: clickTool.inputSchema,
        },
      },
    ]);
  });

  test("asks for a stream with its usage, and sets no limit that a server could refuse", async () => {
    const { body } = await sent("openai-compatible");
    expect(body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    expect(body).not.toHaveProperty("max_tokens");
  });

  test("carries the key as a bearer, or none at all", async () => {
    expect((await sent("openai-compatible")).headers.authorization).toBe(`Bearer ${KEY}`);
    server.requests.length = 0;
    const { headers } = await sent("openai-compatible", question, null);
    expect(headers.authorization).toBeUndefined();
  });
});
