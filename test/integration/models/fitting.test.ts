import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OfferedTool, StepRequest, TranscriptEntry } from "../../../src-main/agent/ports.ts";
import type { ModelOptions } from "../../../src-main/models/create-model.ts";
import { createModel } from "../../../src-main/models/create-model.ts";
import type { ModelFactOverrides } from "../../../src-preload/model/model-facts.ts";
import { ModelServer } from "../../fixtures/model-server/model-server.ts";
import {
  addressOf,
  callsIn,
  clickTool,
  eventsOf,
  KEY,
  modelAt,
  PNG,
  providers,
  question,
  written,
  type Provider,
} from "./models-under-test.ts";

let server: ModelServer;

beforeEach(async () => {
  server = await new ModelServer().start();
});

afterEach(() => server.close());

const text = { type: "string" };

const oddTool: OfferedTool = {
  name: "1st/tool",
  tool: "1st/tool",
  server: "odd",
  description: "Odd",
  inputSchema: {
    type: "object",
    properties: { "StartTime<": text, list: { type: "array" } },
    anyOf: [{ required: ["StartTime<"] }, { required: ["list"] }],
  },
};

function at(provider: Provider, options: Partial<ModelOptions> = {}) {
  return modelAt(addressOf(server, provider), provider, options);
}

/** With what the person says of the model. */
function knownAs(facts: ModelFactOverrides, tell: (sentence: string) => void = () => {}) {
  return createModel(
    { provider: "openai-compatible", baseUrl: server.openAiUrl, model: "model-1", facts },
    { key: KEY, readPicture: () => PNG, tell },
  );
}

const picture = {
  type: "image" as const,
  mimeType: "image/png",
  file: "a".repeat(64),
  bytes: 7,
  width: 1,
  height: 1,
};

function seen(...content: readonly (typeof picture)[]): readonly TranscriptEntry[] {
  const call = { type: "tool-call" as const, callId: "c1", name: "shot", arguments: {} };
  const result = { callId: "c1", name: "shot", isError: false };
  const done = { type: "text" as const, text: "Done" };
  return [
    { role: "assistant", parts: [call] },
    { role: "tool", results: [{ ...result, content: [done, ...content] }] },
  ];
}

function withTranscript(...more: readonly TranscriptEntry[]): StepRequest {
  return { ...question, transcript: [...question.transcript, ...more] };
}

describe.each(providers)("a tool of odd names, for %s", (provider) => {
  const request: StepRequest = { ...question, tools: [clickTool, oddTool] };

  /** The name and the key under which the provider got them. */
  async function sentNames(): Promise<readonly [name: string, key: string]> {
    server.enqueue({ text: "Yes." });
    await eventsOf(at(provider), request);
    const body = JSON.stringify(server.requests[0]?.body);
    const name = /"name":"(_?1st_tool[^"]*)"/.exec(body)?.[1] ?? "";
    const key = /"(StartTime_[^"]*)":/.exec(body)?.[1] ?? "";
    expect(body).not.toContain("anyOf");
    return [name, key];
  }

  test("is called by the name and with the keys that its server knows (B5.1, B6.6)", async () => {
    const [name, key] = await sentNames();
    expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    server.enqueue({ toolCalls: [{ name, arguments: { [key]: "9:00" } }] });
    const events = await eventsOf(at(provider), request);
    expect(callsIn(events)).toEqual([
      expect.objectContaining({
        name: "1st/tool",
        arguments: { "StartTime<": "9:00" },
        argumentsText: '{"StartTime<":"9:00"}',
      }),
    ]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "tool-call-start", name: "1st/tool" }),
    );
  });

  test("is shown to the model again as it called it", async () => {
    const [name, key] = await sentNames();
    server.enqueue({ text: "Yes." });
    const args = { "StartTime<": "9:00" };
    const call = { type: "tool-call" as const, callId: "c1", name: "1st/tool", arguments: args };
    const result = { callId: "c1", name: "1st/tool", isError: false, content: [] };
    const transcript: readonly TranscriptEntry[] = [
      ...question.transcript,
      { role: "assistant", parts: [call] },
      { role: "tool", results: [result] },
    ];
    await eventsOf(at(provider), { ...request, transcript });
    const { contents, input, messages } = server.requests[1]?.body ?? {};
    const sent = JSON.stringify(contents ?? input ?? messages).replaceAll("\\", "");
    expect(sent).toContain(`"${name}"`);
    expect(sent).toContain(`"${key}":"9:00"`);
    expect(sent).not.toContain("StartTime<");
  });
});

describe("more tools than the provider takes (B5.5)", () => {
  const tools = ["a", "b", "c"].flatMap((of) =>
    Array.from({ length: 50 }, (_, n) => ({ ...clickTool, server: of, name: `${of}${n}` })),
  );

  test.each(["openai", "openai-compatible"] as const)(
    "are left out for %s, and the person hears of it once",
    async (provider) => {
      const told: string[] = [];
      const model = at(provider, { tell: (sentence) => told.push(sentence) });
      server.enqueue({ text: "Hi." }, { text: "Hi again." });
      await eventsOf(model, { ...question, tools });
      await eventsOf(model, { ...question, tools });
      expect(server.requests[0]?.body.tools).toHaveLength(128);
      expect(told).toEqual([expect.stringContaining("at most 128 tools, so 22 of c are left out")]);
    },
  );
});

describe.each(providers)("a picture, for %s", (provider) => {
  const request = withTranscript(...seen(picture));

  test("is nowhere in a text (B7.1)", async () => {
    server.enqueue({ text: "Yes." });
    await eventsOf(at(provider), request);
    const base64 = PNG.toString("base64");
    const body = server.requests[0]?.body;
    const texts: string[] = [];
    JSON.stringify(body, (key, value: unknown) => {
      if (typeof value === "string" && ["text", "content", "output"].includes(key))
        texts.push(value);
      return value;
    });
    expect(texts.length).toBeGreaterThan(0);
    for (const one of texts) expect(one).not.toContain(base64);
    expect(JSON.stringify(body).split(base64)).toHaveLength(2);
  });

  test("that is refused costs a request and no conversation, and the person hears of it (B7.2)", async () => {
    const told: string[] = [];
    const model = at(provider, { tell: (sentence) => told.push(sentence) });
    const refused = { failure: { status: 400, message: "Could not process image" } };
    server.enqueue(refused, { text: "I go on." }, { text: "And on." });
    expect(written(await eventsOf(model, request), "text-delta")).toBe("I go on.");
    await eventsOf(model, request);
    const base64 = PNG.toString("base64");
    const bodies = server.requests.map(({ body }) => JSON.stringify(body).includes(base64));
    expect(bodies).toEqual([true, false, false]);
    expect(JSON.stringify(server.requests[1]?.body)).toContain("refused by the provider");
    expect(told).toEqual([expect.stringContaining("refused a picture of this conversation")]);
  });

  test("is not blamed when the request was refused for something else", async () => {
    server.enqueue({ failure: { status: 400, message: "Unknown member: foo" } });
    await expect(eventsOf(at(provider), request)).rejects.toMatchObject({
      code: "model-request-refused",
    });
    expect(server.requests).toHaveLength(1);
  });
});

test("a model that is known to take no pictures gets a note (B7.1)", async () => {
  server.enqueue({ text: "Yes." });
  await eventsOf(knownAs({ vision: false }), withTranscript(...seen(picture)));
  expect(JSON.stringify(server.requests[0]?.body)).toContain(
    "[image image/png 1×1, shown to the user]",
  );
});

test("a model that is known to call no tools gets none, and the person hears why", async () => {
  const told: string[] = [];
  server.enqueue({ text: "Yes." });
  await eventsOf(knownAs({ tools: false }, (sentence) => told.push(sentence)));
  expect(server.requests[0]?.body).not.toHaveProperty("tools");
  expect(told).toEqual([expect.stringContaining("“model-1” calls no tools")]);
});

test.each(providers)("half a character never reaches %s (B7.11)", async (provider) => {
  server.enqueue({ text: "Yes." });
  const half = { type: "text" as const, text: `cut in ${"😀".charAt(0)}` };
  const [call, result] = seen();
  if (result?.role !== "tool" || !call) throw new Error("no result");
  const results = result.results.map((one) => ({ ...one, content: [half] }));
  await eventsOf(at(provider), withTranscript(call, { role: "tool", results }));
  const body = JSON.stringify(server.requests[0]?.body);
  expect(body).toContain("cut in \u{FFFD}");
  expect(body).not.toMatch(/\\ud[89ab]/i);
});

describe("Anthropic's cache", () => {
  interface Block {
    readonly cache_control?: object;
  }

  test("holds the front of a long turn: at each step the end of the step before is marked", async () => {
    const model = at("anthropic");
    const steps = [question, withTranscript(...seen()), withTranscript(...seen(), ...seen())];
    for (const step of steps) {
      server.enqueue({ text: "Yes." });
      await eventsOf(model, step);
    }
    const marks = server.requests.map(({ body }) => {
      const messages = body.messages as readonly { content: readonly Block[] }[];
      return messages.flatMap(({ content }, index) =>
        content.at(-1)?.cache_control ? [index] : [],
      );
    });
    expect(marks).toEqual([[0], [0, 2], [2, 4]]);
    for (const { body } of server.requests) {
      expect(body["system"]).toEqual([
        expect.objectContaining({ cache_control: { type: "ephemeral" } }),
      ]);
      // Four are the most that Anthropic takes.
      expect(JSON.stringify(body).match(/cache_control/g)?.length).toBeLessThanOrEqual(4);
    }
  });

  test("finds the same front in every step", async () => {
    const model = at("anthropic");
    server.enqueue({ text: "Yes." }, { text: "Yes." });
    await eventsOf(model, withTranscript(...seen(picture)));
    await eventsOf(model, withTranscript(...seen(picture), ...seen(picture)));
    const plain = server.requests.map(({ body }) => ({
      system: body["system"],
      tools: body.tools,
      messages: body.messages?.map(
        (message) =>
          JSON.parse(
            JSON.stringify(message).replaceAll(/,"cache_control":{[^}]*}/g, ""),
          ) as unknown,
      ),
    }));
    const [first, second] = plain;
    expect(second?.tools).toEqual(first?.tools);
    expect(second?.system).toEqual(first?.system);
    expect(second?.messages?.slice(0, 3)).toEqual(first?.messages);
  });

  test("is told in the usage, what was read and what was written", async () => {
    const usage = {
      inputTokens: 100,
      outputTokens: 5,
      cachedInputTokens: 60,
      cacheWriteTokens: 30,
    };
    server.enqueue({ text: "Yes.", usage });
    expect((await eventsOf(at("anthropic"))).at(-1)).toMatchObject({ usage });
  });
});

describe("OpenAI", () => {
  test("keeps nothing of the conversation, and gets its own thoughts back, encrypted", async () => {
    const model = createModel(
      { provider: "openai", baseUrl: server.url, model: "gpt-5" },
      { key: KEY, readPicture: () => PNG },
    );
    server.enqueue({ reasoning: "Hm.", text: "So." }, { text: "Yes." });
    const events = await eventsOf(model);
    const thought = events.find((event) => event.type === "reasoning-end");
    const reasoning = {
      type: "reasoning" as const,
      text: "Hm.",
      providerData: thought?.providerData,
    };
    const parts = [reasoning, { type: "text" as const, text: "So." }];
    await eventsOf(model, withTranscript({ role: "assistant", parts }, ...question.transcript));
    const [first, second] = server.requests;
    expect(first?.body).toMatchObject({
      store: false,
      include: ["reasoning.encrypted_content"],
      reasoning: { summary: "auto" },
    });
    expect(second?.body["input"]).toContainEqual(
      expect.objectContaining({ type: "reasoning", encrypted_content: "encrypted Hm." }),
    );
  });

  test("that shows no thoughts to this account is asked without them", async () => {
    const model = createModel(
      { provider: "openai", baseUrl: server.url, model: "gpt-5" },
      { key: KEY, readPicture: () => PNG },
    );
    const message = "Your organization must be verified to generate reasoning summaries.";
    server.enqueue({ failure: { status: 400, message } }, { text: "Yes." });
    expect(written(await eventsOf(model), "text-delta")).toBe("Yes.");
    expect(server.requests[1]?.body).not.toHaveProperty("reasoning");
  });
});

describe("Google", () => {
  test("gets the mark of its own call back with it, within the turn", async () => {
    const model = at("google");
    server.enqueue({ toolCalls: [{ name: "browser_click", id: "c7" }] }, { text: "Yes." });
    const [call] = callsIn(await eventsOf(model));
    const part = {
      type: "tool-call" as const,
      callId: call?.callId ?? "",
      name: "browser_click",
      arguments: {},
    };
    const result = {
      callId: call?.callId ?? "",
      name: "browser_click",
      isError: false,
      content: [],
    };
    const answer: TranscriptEntry = { role: "assistant", parts: [part] };
    await eventsOf(model, withTranscript(answer, { role: "tool", results: [result] }));
    expect(JSON.stringify(server.requests[1]?.body["contents"])).toContain(
      '"thoughtSignature":"signature of c7"',
    );
  });
});

describe("Ollama (B12.9)", () => {
  const long = {
    ...question,
    transcript: [{ role: "user" as const, text: "word ".repeat(11_200) }],
  };
  const windowOf = (number: number) =>
    (server.requests[number]?.body["options"] as { num_ctx: number } | undefined)?.num_ctx;

  test("gets a window that holds the request, and never a smaller one in the same turn", async () => {
    const model = at("ollama");
    server.enqueue({ text: "Yes." }, { text: "Yes." }, { text: "Yes." });
    for (const request of [question, long, question]) await eventsOf(model, request);
    expect([0, 1, 2].map(windowOf)).toEqual([8_192, 32_768, 32_768]);
  });

  test("gets no larger window than the model has", async () => {
    server.details = { model_info: { "llama.context_length": 16_000 }, capabilities: ["tools"] };
    server.enqueue({ text: "Yes." });
    await eventsOf(at("ollama"), long);
    expect(windowOf(0)).toBe(16_000);
  });

  test("that has read far less than it was sent is told of", async () => {
    const told: string[] = [];
    const usage = { inputTokens: 2_051, outputTokens: 3, cachedInputTokens: 0 };
    server.enqueue({ text: "Yes.", usage });
    await eventsOf(at("ollama", { tell: (sentence) => told.push(sentence) }), long);
    expect(told).toEqual([expect.stringContaining("Ollama has read only 2051 of about 14")]);
  });

  test("tells itself what a model cannot do", async () => {
    server.details = { capabilities: ["completion"] };
    server.enqueue({ text: "Yes." });
    await eventsOf(at("ollama"), withTranscript(...seen(picture)));
    expect(server.requests[0]?.body).not.toHaveProperty("tools");
    expect(JSON.stringify(server.requests[0]?.body)).toContain("1×1, shown to the user]");
  });
});

test.each(["openai-compatible", "ollama"] as const)(
  "%s gets its own thoughts back between calls (B12.11)",
  async (provider) => {
    const model = at(provider);
    server.enqueue({ reasoning: "Hm.", toolCalls: [{ name: "browser_click" }] }, { text: "Yes." });
    const events = await eventsOf(model);
    const thought = events.find((event) => event.type === "reasoning-end");
    const [call, result] = seen();
    if (call?.role !== "assistant" || !result) throw new Error("no call");
    const reasoning = {
      type: "reasoning" as const,
      text: "Hm.",
      providerData: thought?.providerData,
    };
    const answer = { role: "assistant" as const, parts: [reasoning, ...call.parts] };
    await eventsOf(model, withTranscript(answer, result));
    const key = provider === "ollama" ? "thinking" : "reasoning_content";
    expect(server.requests[1]?.body.messages).toContainEqual(
      expect.objectContaining({ role: "assistant", [key]: "Hm." }),
    );
  },
);
