import { APICallError } from "ai";
import { describe, expect, test } from "vitest";
import { AppError } from "../../../src-main/base/errors.ts";
import { toModelError, type ModelPlace } from "../../../src-main/models/model-errors.ts";
import { retryHintOf } from "../../../src-main/models/retry-hint.ts";

const KEY = "sk-very-secret-key";

const place: ModelPlace = { base: new URL("https://api.example/v1"), model: "m-1", key: KEY };

function refused(statusCode: number, message: string, responseHeaders = {}) {
  return new APICallError({
    message,
    url: "https://api.example/v1/messages",
    requestBodyValues: {},
    statusCode,
    responseHeaders,
  });
}

function unreached(cause: object) {
  return new APICallError({
    message: "Cannot connect to API",
    url: "https://api.example/v1/messages",
    requestBodyValues: {},
    cause: Object.assign(new Error("low"), cause),
  });
}

function explained(error: unknown, at = place): AppError {
  const result = toModelError(error, at);
  if (!(result instanceof AppError)) throw new Error("not explained");
  return result;
}

describe("a refused request", () => {
  test.each([
    [400, "model-request-refused", false],
    [401, "model-key-refused", false],
    [402, "model-request-refused", false],
    [403, "model-key-refused", false],
    [404, "model-not-found", false],
    [407, "model-unreachable", false],
    [413, "model-request-refused", false],
    [422, "model-request-refused", false],
    [429, "model-overloaded", true],
    [500, "model-server-error", true],
    [502, "model-server-error", true],
    [503, "model-overloaded", true],
    [529, "model-overloaded", true],
  ])("with status %i is %s", (status, code, retry) => {
    const error = explained(refused(status, "because"));
    expect(error.code).toBe(code);
    expect(error.message).toContain("api.example");
    expect(error.message).toContain(String(status));
    expect(retryHintOf(error).retry).toBe(retry);
  });

  test("names the model that is not there", () => {
    expect(explained(refused(404, "model: m-1")).message).toContain("“m-1”");
  });

  test("repeats the server's own words in one short line", () => {
    const message = explained(refused(400, `too\n  long.\n${"x".repeat(1_000)}`)).message;
    expect(message).toContain("(400: too long. xxx");
    expect(message.length).toBeLessThan(500);
    expect(message).not.toContain("\n");
  });

  test("never shows the key, whatever the server repeats", () => {
    for (const status of [400, 401, 403, 404, 429, 500]) {
      expect(explained(refused(status, `wrong key ${KEY}`)).message).not.toContain(KEY);
    }
  });

  test("does not repeat what a server says to a wrong key: it may hold a part of it", () => {
    expect(explained(refused(401, "wrong key sk-very***key")).message).not.toContain("sk-very");
  });

  test("asks for a key where there is none", () => {
    const message = explained(refused(401, "no"), { ...place, key: null }).message;
    expect(message).toContain("asks for a key");
  });

  test("that sends on elsewhere says where to", () => {
    const error = explained(refused(308, "", { location: "https://else.example/v1/messages" }));
    expect(error.code).toBe("model-request-refused");
    expect(error.message).toContain("https://else.example (308)");
  });

  test.each([
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after-ms": "250", "retry-after": "7" }, 250],
    [{ "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, null],
    [{}, null],
  ])("knows from %j how long the server asks to wait", (headers, afterMs) => {
    expect(retryHintOf(explained(refused(429, "", headers))).afterMs).toBe(afterMs);
  });
});

describe("a server that cannot be reached", () => {
  test.each([
    ["ECONNREFUSED", "Nothing answers at api.example:443", false],
    ["ENOTFOUND", "cannot be found", false],
    ["ECONNRESET", "closed the connection", true],
    ["UND_ERR_CONNECT_TIMEOUT", "did not answer in time", true],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "certificate", false],
    ["CERT_HAS_EXPIRED", "certificate", false],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "certificate", false],
    ["EHOSTUNREACH", "No connection to api.example:443 (EHOSTUNREACH)", false],
  ])("because of %s is explained with host and port", (code, words, retry) => {
    const error = explained(unreached({ code }));
    expect(error.code).toBe("model-unreachable");
    expect(error.message).toContain("api.example:443");
    expect(error.message).toContain(words);
    expect(retryHintOf(error).retry).toBe(retry);
  });

  test("at all of its addresses is explained by the first", () => {
    const first = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const error = new Error("fetch failed", { cause: new AggregateError([first]) });
    expect(explained(error).message).toContain("Nothing answers");
  });
});

test("an error in the middle of a stream without a status keeps its words", () => {
  const error = Object.assign(new Error("engine died"), { name: "AI_StreamProviderError" });
  expect(explained(error)).toMatchObject({
    code: "model-server-error",
    message: expect.stringContaining("(engine died)") as string,
  });
});

test("an error of our own making is given back as it is", () => {
  const bug = new TypeError("x is not a function");
  expect(toModelError(bug, place)).toBe(bug);
});
