import { createServer } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StepEvent } from "../../../src-main/agent/ports.ts";
import { AppError } from "../../../src-main/base/errors.ts";
import { testModel } from "../../../src-main/models/test-model.ts";
import { ModelServer } from "../../fixtures/model-server/model-server.ts";
import type { ScriptedFailure } from "../../fixtures/model-server/scripted-step.ts";
import {
  addressOf,
  callsComeWhole,
  eventsOf,
  KEY,
  modelAt,
  providers,
  question,
  written,
} from "./models-under-test.ts";

let server: ModelServer;

beforeEach(async () => {
  server = await new ModelServer().start();
});

afterEach(() => server.close());

/** The error with which an answer ends, and what came before it. */
async function failureOf(stream: AsyncIterable<StepEvent>) {
  const events: StepEvent[] = [];
  try {
    for await (const event of stream) events.push(event);
  } catch (error) {
    if (error instanceof AppError) return { events, code: error.code, message: error.message };
    throw error;
  }
  throw new Error("It did not fail.");
}

/** A port on which nothing listens: it was given out a moment ago and is closed again. */
async function closedPort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

describe.each(providers)("a model of %s", (provider) => {
  const { signal } = new AbortController();
  const host = () => `127.0.0.1:${server.port}`;
  const model = (waits: number[] = []) =>
    modelAt(addressOf(server, provider), provider, {
      wait: (ms) => Promise.resolve(waits.push(ms)),
    });
  const failWith = async (failure: ScriptedFailure) => {
    server.enqueue({ text: "Half an answer that would go on for a while", failure });
    return failureOf(model().stream(question, signal));
  };

  test.each([
    [400, "model-request-refused"],
    [401, "model-key-refused"],
    [403, "model-key-refused"],
    [404, "model-not-found"],
    [422, "model-request-refused"],
  ])("that answers %i fails at once with %s, and never shows the key", async (status, code) => {
    const failure = await failWith({ status, message: `Not with ${KEY}` });
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(host());
    expect(failure.message).not.toContain(KEY);
    expect(failure.events).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  test("that is busy is asked again after the time that it names", async () => {
    const waits: number[] = [];
    server.enqueue(
      { failure: { status: 429, message: "Slow down", retryAfterSeconds: 7 } },
      { text: "Now I can." },
    );
    expect(written(await eventsOf(model(waits)), "text-delta")).toBe("Now I can.");
    expect(waits).toEqual([7_000]);
  });

  test("that stays busy fails with its own words after three attempts", async () => {
    const busy = { failure: { status: 529, message: "Try tomorrow" } };
    server.enqueue(busy, busy, busy);
    const failure = await failureOf(model().stream(question, signal));
    expect(failure.code).toBe("model-overloaded");
    expect(failure.message).toContain("Try tomorrow");
    expect(server.requests).toHaveLength(3);
  });

  test("that gives up in the middle fails, and what it wrote stays", async () => {
    const failure = await failWith("overloaded-mid-stream");
    expect(failure.code).toBe("model-overloaded");
    expect(written(failure.events, "text-delta")).toBe(
      "Half an answer that would go on for a while",
    );
    expect(failure.events.at(-1)?.type).toBe("text-delta");
    expect(server.requests).toHaveLength(1);
  });

  test("that gives up before its first word is asked again", async () => {
    server.enqueue({ failure: "overloaded-mid-stream" }, { text: "Now." });
    expect(written(await eventsOf(model()), "text-delta")).toBe("Now.");
  });

  test.each([
    ["is cut", false],
    ["ends too early in good order", true],
  ])("whose connection %s fails with what was written before", async (_how, politely) => {
    const failure = await failWith({ cutAfterEvents: 4, politely });
    expect(failure.code).toBe("model-cut-off");
    expect(failure.message).toContain(host());
    expect(written(failure.events, "text-delta")).not.toBe("");
  });

  test("whose connection ends inside a call never hands the call out", async () => {
    const args = { target: "the button that sends the form" };
    server.enqueue({
      toolCalls: [{ name: "browser_click", arguments: args }],
      failure: { cutAfterEvents: callsComeWhole(provider) ? 1 : 5, politely: true },
    });
    const failure = await failureOf(model().stream(question, signal));
    expect(failure.code).toBe("model-cut-off");
    expect(failure.events.map((event) => event.type)).not.toContain("tool-call");
  });

  test("whose connection is cut before the first word is asked again", async () => {
    const cutAfterEvents = callsComeWhole(provider) ? 0 : 1;
    server.enqueue({ text: "x", failure: { cutAfterEvents } }, { text: "Again." });
    expect(written(await eventsOf(model()), "text-delta")).toBe("Again.");
  });

  test("that is stopped between two attempts ends quietly", async () => {
    const stop = new AbortController();
    const waiting = modelAt(addressOf(server, provider), provider, {
      wait: (_ms, waitSignal) => {
        stop.abort();
        return Promise.reject(waitSignal.reason as Error);
      },
    });
    server.enqueue({ failure: { status: 503 } });
    expect(await eventsOf(waiting, question, stop.signal)).toEqual([]);
  });

  test("at a closed port fails with host and port", async () => {
    const port = await closedPort();
    const lost = modelAt(`http://127.0.0.1:${port}`, provider);
    const failure = await failureOf(lost.stream(question, signal));
    expect(failure.code).toBe("model-unreachable");
    expect(failure.message).toContain(`Nothing answers at 127.0.0.1:${port}`);
  });

  test("at a port that is never used for web servers says so", async () => {
    const failure = await failureOf(
      modelAt("http://127.0.0.1:1", provider).stream(question, signal),
    );
    expect(failure.message).toContain("The port of 127.0.0.1:1");
  });

  test("whose name does not exist fails with the name", async () => {
    const lost = modelAt("http://nowhere.invalid", provider);
    const failure = await failureOf(lost.stream(question, signal));
    expect(failure.code).toBe("model-unreachable");
    expect(failure.message).toContain("nowhere.invalid:80");
  });

  test("behind https where there is none fails as not safe", async () => {
    const address = addressOf(server, provider).replace("http:", "https:");
    const failure = await failureOf(modelAt(address, provider).stream(question, signal));
    expect(failure.code).toBe("model-unreachable");
    expect(failure.message).toContain("No safe connection");
  });

  test("that sends on elsewhere is not followed, so that the key stays", async () => {
    const elsewhere = await new ModelServer().start();
    const failure = await failWith({ status: 307, location: addressOf(elsewhere, provider) });
    expect(failure.message).toContain(`http://127.0.0.1:${elsewhere.port}`);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  test("that answers with a whole document is none", async () => {
    const failure = await failWith({ status: 200, body: { id: "not a stream" } });
    expect(failure.code).toBe("model-server-error");
    expect(failure.message).toContain("not as a model of this provider does");
  });

  test("with an address that is none fails in words", async () => {
    const failure = await failureOf(modelAt("localhost:1234", provider).stream(question, signal));
    expect(failure.code).toBe("model-address-invalid");
  });

  test("passes its test with the first word, which ends the answer", async () => {
    server.enqueue({ text: "ready or not", gate: new Promise(() => {}) });
    await testModel(model(), signal);
    const request = await server.waitForRequest();
    expect(await request.outcome).toBe("hung-up");
  });

  test("fails its test in the words of the failure", async () => {
    server.enqueue({ failure: { status: 401 } });
    await expect(testModel(model(), signal)).rejects.toMatchObject({ code: "model-key-refused" });
  });

  test("that never answers fails its test after the limit", async () => {
    server.enqueue({ failure: "silence" });
    await expect(testModel(model(), signal, 100)).rejects.toMatchObject({
      code: "model-unreachable",
    });
  });
});
