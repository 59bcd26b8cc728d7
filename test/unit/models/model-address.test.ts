import { describe, expect, test } from "vitest";
import {
  hostAndPort,
  isProviderItself,
  requestBase,
} from "../../../src-main/models/model-address.ts";

describe("the address of an Anthropic model", () => {
  test.each([
    [null, "https://api.anthropic.com/v1"],
    ["", "https://api.anthropic.com/v1"],
    ["https://api.anthropic.com", "https://api.anthropic.com/v1"],
    ["https://api.anthropic.com/", "https://api.anthropic.com/v1"],
    [" https://proxy.example/anthropic// ", "https://proxy.example/anthropic/v1"],
    ["http://127.0.0.1:4000/v1", "http://127.0.0.1:4000/v1"],
    ["http://127.0.0.1:4000/v1/", "http://127.0.0.1:4000/v1"],
    ["http://127.0.0.1:4000/v1/messages", "http://127.0.0.1:4000/v1"],
  ])("typed as %j is asked at %s", (typed, base) => {
    expect(requestBase("anthropic", typed).href).toBe(base);
  });

  test("is known as Anthropic's own only when it is", () => {
    expect(isProviderItself("anthropic", requestBase("anthropic", null))).toBe(true);
    expect(
      isProviderItself("anthropic", requestBase("anthropic", "http://api.anthropic.com")),
    ).toBe(false);
    expect(isProviderItself("anthropic", requestBase("anthropic", "https://proxy.example"))).toBe(
      false,
    );
  });
});

describe.each([
  ["openai", null, "https://api.openai.com/v1"],
  ["openai", "https://proxy.example/v1/responses", "https://proxy.example/v1"],
  ["google", null, "https://generativelanguage.googleapis.com/v1beta"],
  ["google", "https://proxy.example/v1beta/models/", "https://proxy.example/v1beta"],
  ["ollama", null, "http://127.0.0.1:11434/"],
  ["ollama", "http://box:11434/v1", "http://box:11434/"],
  ["ollama", "http://box/ollama/api/chat", "http://box/ollama"],
] as const)("the address of a model of %s", (provider, typed, base) => {
  test(`typed as ${typed} is asked at ${base}`, () => {
    expect(requestBase(provider, typed).href).toBe(base);
  });
});

describe("the address of a chat-completions model", () => {
  test.each([
    ["http://localhost:11434/v1", "http://localhost:11434/v1"],
    ["http://localhost:11434/v1/", "http://localhost:11434/v1"],
    ["https://api.example/openai/v1/chat/completions", "https://api.example/openai/v1"],
    ["http://localhost:8080", "http://localhost:8080/"],
  ])("typed as %j is asked at %s", (typed, base) => {
    expect(requestBase("openai-compatible", typed).href).toBe(base);
  });

  test("has to be typed, since no provider is meant by leaving it out", () => {
    expect(() => requestBase("openai-compatible", null)).toThrow(
      expect.objectContaining({ code: "model-address-invalid" }),
    );
  });
});

test.each([
  "localhost:11434/v1",
  "ftp://host/v1",
  "not an address",
  "https://me:secret@host/v1",
  "https://host/v1?api-version=1",
])("the address %j is refused with a sentence", (typed) => {
  expect(() => requestBase("openai-compatible", typed)).toThrow(
    expect.objectContaining({
      code: "model-address-invalid",
      message: expect.stringContaining("https://") as string,
    }),
  );
});

test("an address is named with its port, also where that is the scheme's own", () => {
  expect(hostAndPort(new URL("https://api.example/v1"))).toBe("api.example:443");
  expect(hostAndPort(new URL("http://api.example/v1"))).toBe("api.example:80");
  expect(hostAndPort(new URL("http://[::1]:8080"))).toBe("[::1]:8080");
});
